package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.spring.oauth.ProtectedServer;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.pem.PemSslStore;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A server whose certificate is not publicly trusted and that requires a client certificate. */
class SslBundleTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final TlsTerminatingProxy tlsProxy =
      new TlsTerminatingProxy(pem("server", "authority").createSslContext(), server.url());

  @BeforeEach
  void offer() {
    server.tool("forecast").returns("Rain");
  }

  @AfterEach
  void close() {
    tlsProxy.close();
    server.close();
  }

  /** An application with these bundles, and the server behind the TLS proxy. */
  private ApplicationContextRunner with(String bundle) {
    return application("servers.s.url=" + tlsProxy.url(), "servers.s.ssl-bundle=" + bundle)
        .withPropertyValues(
            "spring.ssl.bundle.pem.first.keystore.certificate=classpath:tls/first.crt",
            "spring.ssl.bundle.pem.first.keystore.private-key=classpath:tls/first.key",
            "spring.ssl.bundle.pem.first.truststore.certificate=classpath:tls/authority.crt",
            "spring.ssl.bundle.pem.unknown.truststore.certificate=classpath:tls/authority.crt",
            "spring.ssl.bundle.pem.stranger.keystore.certificate=classpath:tls/first.crt",
            "spring.ssl.bundle.pem.stranger.keystore.private-key=classpath:tls/first.key",
            "spring.ssl.bundle.pem.stranger.truststore.certificate=classpath:tls/second.crt");
  }

  private static SslBundle pem(String identity, String trusted) {
    PemSslStoreDetails keys =
        PemSslStoreDetails.forCertificate("classpath:tls/" + identity + ".crt")
            .withPrivateKey("classpath:tls/" + identity + ".key");
    PemSslStoreDetails trust =
        PemSslStoreDetails.forCertificate("classpath:tls/" + trusted + ".crt");
    return SslBundle.of(new PemSslStoreBundle(PemSslStore.load(keys), PemSslStore.load(trust)));
  }

  @Test
  void connectsWithMutualTls() {
    CatalogApplication.run(
        with("first"),
        catalog -> {
          assertThat(call(catalog, "s__forecast", "{}").text()).isEqualTo("Rain");
          assertThat(tlsProxy.clients()).isNotEmpty().containsOnly("CN=first client");
        });
  }

  @Test
  void connectsThroughAuthenticatingProxy() {
    try (ConnectProxy proxy = new ConnectProxy()) {
      CatalogApplication.run(
          with("first")
              .withPropertyValues(
                  "mcp.client.servers.s.proxy=http://me:letmein@127.0.0.1:" + proxy.port()),
          catalog -> assertThat(call(catalog, "s__forecast", "{}").text()).isEqualTo("Rain"));

      assertThat(proxy.requests())
          .isNotEmpty()
          .allSatisfy(
              request ->
                  assertThat(request)
                      .startsWith("CONNECT localhost:")
                      .contains("Proxy-Authorization: Basic bWU6bGV0bWVpbg=="));
    }
  }

  /** Both the MCP server, which requires a token, and the authorization server. */
  @Test
  void usesBundleForAuthorizationServer() {
    try (ProtectedServer behind = new ProtectedServer();
        TlsTerminatingProxy proxy =
            new TlsTerminatingProxy(pem("server", "authority").createSslContext(), behind.url())) {
      behind.publicOrigin(proxy.url().replace("/mcp", ""));
      CatalogApplication.run(
          with("first")
              .withConfiguration(AutoConfigurations.of(McpOAuthAutoConfiguration.class))
              .withPropertyValues(
                  "mcp.client.servers.p.url=" + behind.url(),
                  "mcp.client.servers.p.ssl-bundle=first",
                  "mcp.client.servers.p.auth.oauth2.ssl-bundle=first",
                  "mcp.client.servers.p.auth.oauth2.allow-loopback=true",
                  "mcp.client.servers.p.auth.oauth2.grant=client-credentials",
                  "mcp.client.servers.p.auth.oauth2.client-id=desk",
                  "mcp.client.servers.p.auth.oauth2.client-secret=letmein",
                  "mcp.client.servers.p.auth.oauth2.issuer=" + behind.issuer()),
          catalog ->
              assertThat(call(catalog, "p__whoami", "{}").text()).isEqualTo("client_credentials"));
    }
  }

  @Test
  void serverRejectsMissingClientCertificate() {
    CatalogApplication.run(
        with("unknown"),
        catalog -> {
          assertThat(status(catalog).state()).isEqualTo(ServerState.DISCONNECTED);
          assertThat(server.received()).isEmpty();
        });
  }

  @Test
  void untrustedServerGetsNoRequest() {
    CatalogApplication.run(
        with("stranger"),
        catalog -> {
          assertThat(status(catalog).state()).isEqualTo(ServerState.DISCONNECTED);
          assertThat(status(catalog).reason()).contains("no TLS with localhost", "url, ssl-bundle");
          assertThat(server.received()).isEmpty();
        });
  }

  @Test
  void reloadedBundleAppliesToNextConnection() {
    with("first")
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              call(catalog, "s__forecast", "{}");

              context
                  .getBean(SslBundleRegistry.class)
                  .updateBundle("first", pem("second", "authority"));
              tlsProxy.clients().clear();
              call(catalog, "s__forecast", "{}");
              assertThat(tlsProxy.clients()).as("the open connection stays").isEmpty();
              reconnect(catalog);
              call(catalog, "s__forecast", "{}");

              assertThat(tlsProxy.clients()).isNotEmpty().containsOnly("CN=second client");
              assertThat(server.received("tools/call")).hasSize(3);
            });
  }

  /** No restart is needed after a change of the files that Spring Boot watches. */
  @Test
  void connectsAfterTrustStoreReload(@TempDir Path folder) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    Path trusted = folder.resolve("trusted.crt");
    Path certificate = folder.resolve("first.crt");
    Path key = folder.resolve("first.key");
    copy("second.crt", trusted);
    copy("first.crt", certificate);
    copy("first.key", key);
    with("files")
        .withPropertyValues(
            "spring.ssl.bundle.watch.file.quiet-period=10ms",
            "spring.ssl.bundle.pem.files.reload-on-update=true",
            "spring.ssl.bundle.pem.files.keystore.certificate=file:" + certificate,
            "spring.ssl.bundle.pem.files.keystore.private-key=file:" + key,
            "spring.ssl.bundle.pem.files.truststore.certificate=file:" + trusted)
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void connected(String name, ServerInfo info) {
                    connected.countDown();
                  }
                })
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              assertThat(status(catalog).state()).isEqualTo(ServerState.DISCONNECTED);

              copy("authority.crt", trusted);

              assertThat(connected.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(call(catalog, "s__forecast", "{}").text()).isEqualTo("Rain");
            });
  }

  private static void copy(String resource, Path to) throws IOException {
    try (InputStream in = SslBundleTest.class.getResourceAsStream("/tls/" + resource)) {
      Files.write(to, in.readAllBytes());
    }
  }

  @Test
  void invalidBundleReloadKeepsOldBundle() {
    with("first")
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              SslBundle useless =
                  SslBundle.of(
                      new PemSslStoreBundle(
                          PemSslStoreDetails.forCertificate("classpath:tls/absent.crt"), null));

              context.getBean(SslBundleRegistry.class).updateBundle("first", useless);
              reconnect(catalog);

              assertThat(call(catalog, "s__forecast", "{}").text()).isEqualTo("Rain");
              assertThat(context.getBean(SslBundles.class).getBundle("first")).isSameAs(useless);
            });
  }

  /** The first attempt may use a connection that has closed unnoticed. */
  private void reconnect(ToolCatalog catalog) {
    tlsProxy.disconnect();
    int attempts = 0;
    do {
      catalog.restart("s");
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    } while (status(catalog).state() != ServerState.CONNECTED && ++attempts < 10);
  }

  private static ServerStatus status(ToolCatalog catalog) {
    return catalog.servers().get(0);
  }
}
