package flinktriage.world;

import java.util.List;
import java.util.regex.Pattern;

/** Secrets of more than twenty kinds, in the texts that people write them in. */
public final class PlantedSecrets {

    private static final Pattern MARK = Pattern.compile("⟦([^⟧]+)⟧");

    /** What is between ⟦ and ⟧ is the secret. */
    private static final List<String> MARKED =
            List.of(
                    "s3.access-key: ⟦S3ACCESSKEY01⟧",
                    "s3.secret-key=⟦s3Secret/Key+02⟧",
                    "fs.azure.account.key.acme.blob.core.windows.net: ⟦azureKey03==⟧",
                    "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                            + " required username=\"etl\" password=\"⟦sasl-pass-04⟧\";",
                    "Authorization: Bearer ⟦bearerToken05abcDEF⟧",
                    "jdbc:mysql://etl:⟦jdbcPass06⟧@db.example:3306/orders",
                    "jdbc:postgresql://db/orders?user=etl&password=⟦jdbcParam07⟧&ssl=true",
                    "https://etl:⟦basicPass08⟧@schema-registry.example/subjects",
                    "'connector' = 'jdbc', 'password' = '⟦sqlOption09⟧'",
                    "{\"username\":\"etl\",\"password\":\"⟦jsonPass10⟧\"}",
                    "ssl.keystore.password=⟦keystore11⟧",
                    "AWS_SECRET_ACCESS_KEY=⟦awsSecret/12⟧",
                    "found ⟦AKIAIOSFODNN7EXAMPLE⟧ in the environment",
                    "token=⟦ghp_013abcdefghijklmnopqrstuvwx⟧",
                    "eyJhbGciOiJIUzI1NiJ9.⟦eyJzdWIiOiIxNCJ9.abcDEF14⟧",
                    "--api-key ⟦apiKey15⟧ --parallelism 4",
                    "https://hooks.slack.com/services/⟦T000/B000/slack16⟧",
                    "<property><name>x</name><password>⟦xmlPass17⟧</password></property>",
                    "-----BEGIN RSA PRIVATE KEY-----\n⟦MIIEpAIBAAKCAQEA18⟧\n"
                            + "-----END RSA PRIVATE KEY-----",
                    "jdbc:oracle:thin:etl/⟦oraclePass19⟧@db:1521/X",
                    "client_secret: ⟦clientSecret20⟧",
                    "Cookie: session=⟦cookie21⟧",
                    "mongodb+srv://etl:⟦mongo22⟧@cluster.example/db",
                    "basic.auth.user.info=etl:⟦registry23⟧",
                    "aws_session_token: ⟦IQoJb3JpZ2luX2VjEsess24⟧",
                    "OAuthBearerLoginModule required \\\n  clientId=\"a\" \\\n"
                            + "  clientSecret=\"⟦oauth25⟧\";",
                    "https://x.blob.example/c?sv=2026&sig=⟦sasUrl26⟧&se=1",
                    "https://fn.example/api?code=⟦function27⟧&token=⟦query27⟧",
                    "https://acme.webhook.office.com/webhookb2/⟦teams28⟧/IncomingWebhook/x",
                    "Endpoint=sb://x/;SharedAccessKeyName=all;SharedAccessKey=⟦hub29=⟧;EntityPath=e",
                    "rediss://:⟦redis30⟧@cache.example:6380/0",
                    "mongodb://etl:p/w#⟦mongo31⟧@h1:27017,h2:27017/db",
                    "jdbc:sqlserver://db:1433;user=etl;password={⟦sql;32⟧};encrypt=true",
                    "'password' = 'it''⟦doubled33⟧'",
                    "<property><name>fs.s3a.secret.key</name><value>⟦hadoop34⟧</value></property>",
                    "EnvVar(name=DB_PASSWORD, value=⟦kubernetes35⟧, valueFrom=null)",
                    "private_key: |\n  ⟦yamlBlock36⟧",
                    "properties.ssl.keystore.key = ⟦MIIEkeystore37⟧",
                    "tls.pem.b64 ⟦LS0tLS1CRUdJTi38⟧",
                    "X-Vault-Token: ⟦hvs.vault39⟧",
                    "Could not parse value '⟦rejected40⟧' for key 's3.secret-key'.");

    public static final List<String> SECRETS =
            MARKED.stream()
                    .flatMap(text -> MARK.matcher(text).results())
                    .map(marked -> marked.group(1))
                    .toList();

    public static final List<String> TEXTS =
            MARKED.stream().map(text -> text.replaceAll("[⟦⟧]", "")).toList();

    public static final String EVERYTHING = String.join("\n", TEXTS);

    private PlantedSecrets() {}
}
