package io.mcpbridge.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SanitizableData;

/** The property values that the actuator never shows. */
class SecretSanitizerTest {

  private static Object shown(String key, String value) {
    return new SecretSanitizer().apply(new SanitizableData(null, key, value)).getValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp.client.servers.weather.auth.bearer-token",
        "mcp.client.servers.weather.auth.bearerToken",
        "MCP_CLIENT_SERVERS_WEATHER_AUTH_BEARERTOKEN",
        "mcp.client.servers[my server].headers.Authorization",
        "MCP_CLIENT_DEFAULTS_HEADERS_X_API_KEY",
        "mcp.client.servers.files.args",
        "mcp.client.servers.files.args[3]",
        "mcp.client.servers.files.env.PGPASSWORD",
        "mcp.client.servers.files.tools.read.fixed-arguments.tenant.id",
        "mcp.client.servers.files.auth.oauth2.client-secret",
        "mcp.client.defaults.auth.oauth2.private-key",
        "spring.ai.mcp.client.stdio.connections.files.env.TOKEN"
      })
  void masksPossibleSecrets(String key) {
    assertThat(shown(key, "geheim")).isEqualTo("******");
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/mcp, https://example.com/mcp",
    "https://me:geheim@example.com/mcp, https://******@example.com/mcp",
    "https://example.com/mcp?key=geheim, https://example.com/mcp?******",
    "http://me:ge?he/im@proxy:1, http://******@proxy:1"
  })
  void masksUserInfoAndQueryOfUrl(String url, String shown) {
    assertThat(shown("mcp.client.servers.weather.url", url)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp.client.servers.weather.timeout, 5s",
    "mcp.client.servers.files.command, npx",
    "mcp.client.oauth.token-file.path, /home/me/tokens.json",
    "mcp.client.servers.keycloak.timeout, 5s",
    "mcp.client.servers.files.auth.oauth2.issuer, https://as.example.com",
    "spring.datasource.password, not one of ours"
  })
  void showsTheRest(String key, String value) {
    assertThat(shown(key, value)).isEqualTo(value);
  }
}
