package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for one host that no JVM trusts. */
final class TestTls {

  private static final String PASSWORD = "changeit";

  private TestTls() {}

  /** With the host's key, trusting only its certificate. */
  static SSLContext of(String host, Path folder) throws Exception {
    KeyStore keys = keys(host, folder.resolve("server.p12"));
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate(keys.aliases().nextElement()));
    KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
    identity.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore keys(String host, Path file)
      throws IOException, GeneralSecurityException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }
}
