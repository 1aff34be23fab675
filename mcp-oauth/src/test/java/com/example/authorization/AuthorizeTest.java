package com.example.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthTestEnvironment;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.oauth.store.JdbcAuthorizationStore;
import io.mcpbridge.oauth.store.JdbcTokenStore;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protected servers, seen from an application. */
class AuthorizeTest {

  private final OAuthTestEnvironment oauthTestEnvironment = new OAuthTestEnvironment();
  private URI shown;

  @AfterEach
  void close() {
    oauthTestEnvironment.close();
  }

  @Test
  void promptsInBrowser() {
    String url = "https://mcp.example.com/mcp";
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .clientName("Weather desk")
            .prompt(LoopbackPrompt.openingBrowser())
            .build();
    McpClient client =
        McpClient.of(
            StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build());

    assertThat(client.isConnected()).isFalse();
    assertThat(credentials.toString()).isEqualTo("OAuthCredentials[mcp.example.com]");
    client.close();
  }

  @Test
  void storesTokensInFile(@TempDir Path home) {
    String url = "https://mcp.example.com/mcp";
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .prompt(LoopbackPrompt.openingBrowser())
            .tokenStore(FileTokenStore.of(home.resolve(".weather-desk/tokens.json")))
            .build();

    assertThat(credentials.headersFor(new OutgoingRequest("POST", URI.create(url), new byte[0])))
        .isEmpty();
  }

  @Test
  void usesProxyAndCertificates() throws Exception {
    String url = "https://mcp.example.com/mcp";
    String password = "from-the-configuration";
    SSLContext companyTls = SSLContext.getDefault();
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .prompt(LoopbackPrompt.openingBrowser())
            .proxy(URI.create("http://mia:" + password + "@proxy.example.com:3128"))
            .sslContext(companyTls)
            .build();

    assertThat(credentials.toString()).doesNotContain(password);
  }

  @Test
  void usesClientCredentials() {
    String url = oauthTestEnvironment.mcpUrl();
    String issuer = oauthTestEnvironment.issuer();
    String secret = "from the configuration";
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .client(ClientRegistration.of("weather-desk", secret).at(issuer))
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .build();
    StreamableHttpTransport transport =
        StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build();

    try (McpClient client = McpClient.builder(transport).protocolVersion("2025-11-25").build()) {
      assertThat(client.listTools()).isEmpty();
    }
  }

  @Test
  void usesEnterpriseManagedAuthorization() {
    String url = oauthTestEnvironment.mcpUrl();
    String secret = "from the configuration";
    String issuer = oauthTestEnvironment.issuer();
    Supplier<String> idToken = () -> null;
    Supplier<String> currentUser = () -> "ann";
    URI exchange = URI.create("https://login.example.com/token");
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .client(ClientRegistration.of("weather-desk", secret).at(issuer))
            .identityProvider(
                new IdentityProvider(exchange, ClientRegistration.of("desk-at-idp"), idToken))
            .principal(currentUser::get)
            .build();

    assertThat(credentials.toString()).doesNotContain(secret);
  }

  @Test
  void tokenPerUser() {
    String url = oauthTestEnvironment.mcpUrl();
    ThreadLocal<String> currentUser = ThreadLocal.withInitial(() -> "ann");
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .redirectUri("https://desk.example.com/mcp/callback")
            .principal(currentUser::get)
            .build();

    assertThat(credentials.principal()).hasToString("ann");
  }

  @Test
  void sharesStateInDatabase() {
    Supplier<String> currentUser = () -> "ann";
    String url = oauthTestEnvironment.mcpUrl();
    SecretKey key = new SecretKeySpec(new byte[32], "AES");
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:");
    OAuthCredentials credentials =
        OAuthCredentials.builder(url)
            .redirectUri("https://desk.example.com/mcp/callback")
            .principal(currentUser::get)
            .tokenStore(JdbcTokenStore.of(database, key))
            .authorizationStore(JdbcAuthorizationStore.of(database, key))
            .build();

    assertThat(credentials.principal()).hasToString("ann");
  }

  @Test
  void redirectsUserAndCompletesAuthorization() {
    OAuthCredentials credentials =
        OAuthCredentials.builder(oauthTestEnvironment.mcpUrl())
            .redirectUri("https://desk.example.com/mcp/callback")
            .principal(() -> "ann")
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .build();
    StreamableHttpTransport transport =
        StreamableHttpTransport.builder(URI.create(oauthTestEnvironment.mcpUrl()))
            .credentials(credentials)
            .build();

    try (McpClient client = McpClient.builder(transport).protocolVersion("2025-11-25").build()) {
      try {
        client.listTools();
      } catch (AuthorizationRequiredException e) {
        redirectTo(e.url());
      }
      String query = cameBackWith();
      credentials.complete(query);
      assertThat(client.listTools()).isEmpty();
    }
  }

  private void redirectTo(URI page) {
    shown = page;
  }

  private String cameBackWith() {
    String state = shown.getQuery().replaceAll(".*state=([^&]*).*", "$1");
    return "code=c&state=" + state;
  }
}
