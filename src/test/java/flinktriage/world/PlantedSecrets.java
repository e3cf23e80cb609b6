package flinktriage.world;

import java.util.List;

/** Secrets of more than twenty kinds, in the texts that people write them in. */
public final class PlantedSecrets {

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
                    "basic.auth.user.info=etl:⟦registry23⟧");

    public static final List<String> SECRETS =
            MARKED.stream()
                    .map(text -> text.substring(text.indexOf('⟦') + 1, text.indexOf('⟧')))
                    .toList();

    public static final List<String> TEXTS =
            MARKED.stream().map(text -> text.replaceAll("[⟦⟧]", "")).toList();

    public static final String EVERYTHING = String.join("\n", TEXTS);

    private PlantedSecrets() {}
}
