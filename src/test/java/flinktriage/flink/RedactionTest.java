package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiterString = " ==> ",
            quoteCharacter = '§',
            value = {
                // a block of YAML whose lines were joined
                "private_key: | hunter2 ==> private_key: | ******",
                "password: >- hunter2 ==> password: >- ******",
                // addresses
                "at http://admin:hunter2@jm:8081/config ==> at http://******@jm:8081/config",
                "amqp://u:p@ss@mq:5672/v ==> amqp://******@mq:5672/v",
                "git https://ghuser@host/x ==> git https://******@host/x",
                "GET https://h/x?token=abc&v=1 ==> GET https://h/x?token=******&v=1",
                "https://a.blob.core/x?sv=1&sig=Ab%3D&se=2 ==> https://a.blob.core/x?sv=1&sig=******&se=2",
                "https://b.s3/x?X-Amz-Signature=0af1&v=2 ==> https://b.s3/x?X-Amz-Signature=******&v=2",
                "https://hooks.slack.com/services/T0/B0/XyZ ==> https://hooks.slack.com/services/******",
                "jdbc:mysql://root:p/w#x@db:3306/a ==> jdbc:mysql://******@db:3306/a",
                "mongodb://etl:p?w@h1:27017,h2:27017/db ==> mongodb://******@h1:27017,h2:27017/db",
                "u=https%3A%2F%2Fuser%3Apw%40host ==> u=https%3A%2F%2F******%40host",
                "jdbc%3Apostgresql%3A%2F%2Fdb%3Fpassword%3Dp%2Bw%26a ==> jdbc%3Apostgresql%3A%2F%2Fdb%3Fpassword%3D******%26a",
                "https://f.example/api?code=Ab==&x=1 ==> https://f.example/api?code=******&x=1",
                "https://h/x;jsessionid=ab ==> https://h/x;jsessionid=******",
                "https://a.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d ==> https://a.webhook.office.com/webhookb2/******",
                "https://discord.com/api/webhooks/12/ab ==> https://discord.com/api/webhooks/******",
                "https://api.telegram.org/bot12:ab/sendMessage ==> https://api.telegram.org/bot******",
                "https://hooks.slack.com/triggers/T0/1/ab ==> https://hooks.slack.com/triggers/******",
                // JDBC
                "jdbc:mysql://root:pw@db:3306/a ==> jdbc:mysql://******@db:3306/a",
                "jdbc:postgresql://db/a?user=u&password=p%20w&ssl=true ==> jdbc:postgresql://db/a?user=u&password=******&ssl=true",
                "jdbc:sqlserver://db;user=sa;password={a;b};x=1 ==> jdbc:sqlserver://db;user=sa;password={******};x=1",
                "jdbc:oracle:thin:scott/tiger@//db:1521/x ==> jdbc:oracle:thin:******@//db:1521/x",
                "Server=db;Uid=sa;Pwd=hunter2; ==> Server=db;Uid=sa;Pwd=******;",
                // headers
                "sent Bearer abcDEF123456.x-y_z ==> sent Bearer ******",
                "sent Basic dXNlcjpwYXNz ==> sent Basic ******",
                "Authorization: Bearer abcdefgh ==> Authorization: ******",
                "authorization: Digest username=x, nonce=y ==> authorization: ******",
                "Cookie: a=1; session=2 ==> Cookie: ******",
                "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here ==> got ****** here",
                "sent ApiKey VnVhQ2ZHY0== ==> sent ApiKey ******",
                // keys and values
                "security.ssl.rest.key-password: abc ==> security.ssl.rest.key-password: ******",
                "-Djavax.net.ssl.keyStorePassword=abc -Xmx1g ==> -Djavax.net.ssl.keyStorePassword=****** -Xmx1g",
                "--password hunter2 --parallelism 4 ==> --password ****** --parallelism 4",
                "--db.token \"a b\" --x y ==> --db.token ****** --x y",
                "'password' = 'it is me', 'a' = 'b' ==> 'password' = '******', 'a' = 'b'",
                "{\"api_key\":\"k1\",\"n\":1} ==> {\"api_key\":\"******\",\"n\":1}",
                "{\\\"apiKey\\\":\\\"k1\\\",\\\"n\\\":1} ==> {\\\"apiKey\\\":\\\"******\\\",\\\"n\\\":1}",
                "{user=u, passwd=p, n=1} ==> {user=u, passwd=******, n=1}",
                "s3.secret-key: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY ==> s3.secret-key: ******",
                "aws_secret_access_key = wJalrXUtnFEMI/K7 ==> aws_secret_access_key = ******",
                "env.AWS_SECRET_ACCESS_KEY: wJalr ==> env.AWS_SECRET_ACCESS_KEY: ******",
                "fs.azure.account.key.x.blob.core: abc== ==> fs.azure.account.key.x.blob.core: ******",
                "AccountName=n;AccountKey=abc==;x=1 ==> AccountName=n;AccountKey=******;x=1",
                "credentials=[a, b] x ==> credentials=[******] x",
                "sasl.jaas.config=org.X required username=\"u\" password=\"p\"; ==> sasl.jaas.config=******",
                "metrics.reporter.http-headers: a:b,c:d ==> metrics.reporter.http-headers: ******",
                "ssl.key.passphrase=abc ==> ssl.key.passphrase=******",
                "pulsar.auth-params: token:abc ==> pulsar.auth-params: ******",
                "wrong password: hunter ==> wrong password: ******",
                "<db.password>abc</db.password> ==> <db.password>******</db.password>",
                "dbPwd=x1 userpass=x2 db_pw=x3 ==> dbPwd=****** userpass=****** db_pw=******",
                "'properties.ssl.keystore.key' = 'MIIE' ==> 'properties.ssl.keystore.key' = '******'",
                "auth_key=a app.key=b master-key: C1 hmac.key=d ==> auth_key=****** app.key=****** master-key: ****** hmac.key=******",
                "registry.user.info=etl:pw ==> registry.user.info=******",
                "'password' = 'it''s me', 'a' = 'b' ==> 'password' = '******', 'a' = 'b'",
                "{\\\\\\\"password\\\\\\\":\\\\\\\"a\\\\\\\",\\\\\\\"n\\\\\\\":1} ==> {\\\\\\\"password\\\\\\\":\\\\\\\"******\\\\\\\",\\\\\\\"n\\\\\\\":1}",
                "password=ab,cd;ef;x=1 ==> password=******;x=1",
                "password => abc ==> password => ******",
                "db.password[0]=abc ==> db.password[0]=******",
                "(password,abc) ==> (password,******)",
                "setPassword(\"abc\"), password 'abc' refused ==> setPassword(\"******\"), password '******' refused",
                "curl -u etl:abc https://h ==> curl -u etl:****** https://h",
                "--password 'a b'c -x y ==> --password ****** -x y",
                "-password abc -x y ==> -password ****** -x y",
                "[--password, abc, --x] ==> [--password, ******, --x]",
                "EnvVar(name=DB_PASSWORD, value=abc, valueFrom=null) ==> EnvVar(name=DB_PASSWORD, value=******, valueFrom=null)",
                "{\"name\":\"DB_PASSWORD\",\"value\":\"abc\"} ==> {\"name\":\"DB_PASSWORD\",\"value\":\"******\"}",
                "<name>fs.s3a.secret.key</name><value>abc</value> ==> <name>fs.s3a.secret.key</name><value>******</value>",
                "Could not parse value 'abc' for key 's3.secret-key'. ==> Could not parse value '******' for key 's3.secret-key'.",
                // known forms
                "with github_pat_11ABCDEFG0abcdefghijklm ==> with ******",
                "with hvs.CAESIabcdefghijklmnopqrst ==> with ******",
                "with ya29.abcdefghijklmnopqrstuvw ==> with ******",
                "session IQoJb3JpZ2luX2VjEabc/+= ==> session ******",
                "pem LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk= ==> pem ******",
                "id AKIAIOSFODNN7EXAMPLE. ==> id ******.",
                "id ASIAIOSFODNN7EXAMPLE ==> id ******",
                "with ghp_0123456789abcdefghij0123 ==> with ******",
                "with xoxb-123456789012-abcdef ==> with ******",
                "with AIzaSyA0123456789abcdefghijklmnopqrstuv ==> with ******",
            })
    void masksSecretsInText(String text, String redacted) {
        assertThat(Redaction.text(text)).isEqualTo(redacted);
        assertThat(Redaction.text(redacted)).isEqualTo(redacted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "java.net.ConnectException: Connection refused: jm/10.0.0.1:6123",
                "Basic authentication failed, Basic Authentication is required",
                "com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'abc': was expecting",
                "o.a.h.SecretManager$InvalidToken: token (HDFS_DELEGATION_TOKEN token 12) is expired",
                "org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed",
                "SaslAuthenticationException: Authentication failed",
                "\tat org.x.TokenManager.refresh(TokenManager.java:123)",
                "ParseException: Invalid token: unexpected end",
                "http://token-service:8080/x",
                "token-service:8080 is down",
                "if (token == null || token != other)",
                "token::varchar",
                "password=null, token=true",
                "security.delegation.tokens.enabled: false",
                "Calc(select=[token, password AS p], where=[IS NOT NULL(token)])",
                "Join(joinType=[InnerJoin], where=[(a = b)], leftInputSpec=[NoUniqueKey])",
                "Source__tokens[1].KafkaSourceReader.topic.secrets.partition.0.currentOffset",
                "values.as.list=1, compass=2, signatures.count=3",
                "mail a@b.example about http://host:8081/path",
                "jdbc:oracle:thin:@db:1521:x",
                "file:/tmp/x.jar, s3://bucket/key, hdfs:///tmp",
                "--parallelism 4 --input /tmp/x",
                "<name>abc</name>",
                "http://host:8081/path/a@b, http://[::1]:8081/a@b, a://h:1,h:2/a@b",
                "Access denied for user 'etl'@'10.0.0.1' (using password: NO)",
                "Source: password -> Sink: out",
                "failed; code=500, key=7, session=3",
                "InvalidToken:\n    at org.x.Y.z(Y.java:1)",
                "a - token is late",
                "COALESCE(password,x)",
                "name=orders, value=5",
                "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
            })
    void leavesHarmlessTextAlone(String text) {
        assertThat(Redaction.text(text)).isEqualTo(text);
    }

    @Test
    void cutsOutPrivateKeysEvenWithoutTheirEnd() {
        String key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";

        assertThat(Redaction.text("a " + key + " b " + key + " c"))
                .isEqualTo("a ****** b ****** c");
        assertThat(Redaction.text("a -----BEGIN PRIVATE KEY-----\nMIIE")).isEqualTo("a ******");
        assertThat(
                        Redaction.text(
                                "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQ\n"
                                        + "-----END PGP PRIVATE KEY BLOCK-----"))
                .isEqualTo("******");
    }

    @Test
    void masksValuesOnTheLinesBelowTheirKey() {
        String masked = "a: 1\n  password:\n    ******\n  b: 2";

        assertThat(Redaction.text("a: 1\n  password:\n    x1\n    x2\n  b: 2")).isEqualTo(masked);
        assertThat(Redaction.text(masked)).isEqualTo(masked);
        assertThat(Redaction.text("token: |-\n  x1\nb: 2")).isEqualTo("token: |-\n  ******\nb: 2");
        assertThat(Redaction.text("program\n--password\nx1"))
                .isEqualTo("program\n--password\n******");
        assertThat(
                        Redaction.text(
                                "sasl.jaas.config=org.X required \\\n  user=\"u\" \\\n  password=\"x1\";"))
                .isEqualTo("sasl.jaas.config=******\n  user=\"u\" \\\n  password=\"******\";");
    }

    @Test
    void masksArgumentsAndVariablesInLists() throws Exception {
        JsonNode spec =
                JSON.readTree(
                        """
                        {"args":["--password","abc","--n","1"],
                         "env":[{"name":"API_TOKEN","value":"abc"},{"name":"N","value":"1"}]}
                        """);

        assertThat(Redaction.json(spec))
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"args":["--password","******","--n","1"],
                                 "env":[{"name":"API_TOKEN","value":"******"},{"name":"N","value":"1"}]}
                                """));
    }

    /** Secrets cut, nested and glued together as no person writes them; the seed is fixed. */
    @Test
    void aSecondRunChangesNothingWhateverTheText() {
        String[] parts = {
            "password",
            "token",
            "name",
            "value",
            "key",
            "code",
            "'",
            "''",
            "\"",
            "\\\"",
            "=",
            ": ",
            ", ",
            ",",
            ";",
            "&",
            "?",
            "\n",
            "\n  ",
            "|",
            "-----BEGIN PRIVATE KEY-----",
            "://",
            "@",
            "u:p",
            "h:80",
            "/",
            "#",
            "abc",
            "Ab1",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "<",
            ">",
            "</",
            "--",
            "-",
            "-u ",
            "%3D",
            "%26",
            "%3A%2F%2F",
            "%40",
            "Bearer ",
            "abcdEF123456",
            "value '",
            " for key '",
            "******",
            "jdbc:oracle:thin:",
            "hooks.slack.com/services/",
            "=>",
            "&quot;",
            "--password 'a'",
            "Authorization: ",
            "sasl.jaas.config=",
            "<value>",
            "null",
            "at x"
        };
        Random random = new Random(11);

        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int left = 2 + random.nextInt(9); left > 0; left--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            String once = Redaction.text(text.toString());
            assertThat(Redaction.text(once)).as(text.toString()).isEqualTo(once);
        }
    }

    @Test
    void masksFlinksConfigurationLists() throws Exception {
        JsonNode config =
                JSON.readTree(
                        """
                        [{"key":"s3.secret-key","value":"abc"},
                         {"key":"parallelism.default","value":"4"},
                         {"key":"env.java.opts","value":"-Da.password=x -Xmx1g"},
                         {"key":"security.delegation.token.provider.x.enabled","value":"******"}]
                        """);

        assertThat(Redaction.json(config))
                .isEqualTo(
                        JSON.readTree(
                                """
                                [{"key":"s3.secret-key","value":"******"},
                                 {"key":"parallelism.default","value":"4"},
                                 {"key":"env.java.opts","value":"-Da.password=****** -Xmx1g"},
                                 {"key":"security.delegation.token.provider.x.enabled","value":"******"}]
                                """));
    }

    @Test
    void masksFieldsWithSecretNamesAndWhatIsBelowThem() throws Exception {
        JsonNode job =
                JSON.readTree(
                        """
                        {"user-config":{"db.password":"x","n":1,"apiKey":12345,"token":null},
                         "credentials":{"a":["b",1,true,""]},
                         "exceptions":[{"stacktrace":"Ex: jdbc:mysql://u:p@h/d"}]}
                        """);

        JsonNode redacted = Redaction.json(job);

        assertThat(redacted)
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"user-config":{"db.password":"******","n":1,"apiKey":"******","token":null},
                                 "credentials":{"a":["******","******",true,""]},
                                 "exceptions":[{"stacktrace":"Ex: jdbc:mysql://******@h/d"}]}
                                """));
        assertThat(Redaction.json(redacted)).isSameAs(redacted);
    }

    @Test
    void givesBackTheSameNodeIfThereIsNothingToHide() throws Exception {
        JsonNode vertex =
                JSON.readTree("{\"id\":\"ab\",\"subtasks\":[{\"busyRatio\":\"NaN\"},1.5]}");

        assertThat(Redaction.json(vertex)).isSameAs(vertex);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "-",
                "=",
                ": ",
                "://",
                "://a:b",
                "token=",
                "password: ",
                "'password'='",
                "\\\"password\\\":\\\"",
                "jdbc:oracle:thin:",
                "basic a",
                "Bearer aaaaaaaaaa ",
                "eyJ",
                "eyJaaaaaaaa.",
                "<a>",
                "<a>b",
                "--a ",
                "--token '",
                "-----BEGIN ",
                "-----BEGIN PRIVATE KEY-----",
                "password={",
                "xoxb-",
                "AKIA",
                "hooks.slack.com/services/",
                "://a:b@",
                "%3A%2F%2F",
                "%3D",
                "a%3D",
                "password:\n ",
                "password: |\n",
                "password=a,",
                "password=\\",
                "password[0",
                "-u a:",
                "--password, ",
                "-password\n",
                "name=password, value",
                "(password,",
                "value 'a",
                "value a for key ",
                "password 'a",
            })
    void takesLinearTimeOnAdversarialText(String part) {
        String text = part.repeat(200_000 / part.length());

        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Redaction.text(text));
    }
}
