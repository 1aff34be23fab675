package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The startup failure messages for invalid properties. */
@ExtendWith(OutputCaptureExtension.class)
class InvalidMcpServerTest {

  @Test
  void urlAndCommand(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.command=npx");

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains(
            "mcp.client.servers.weather.url and mcp.client.servers.weather.command are both set.")
        .contains("Keep one of them")
        .doesNotContain("\tat ");
  }

  @Test
  void neitherUrlNorCommand(CapturedOutput output) {
    startWith("servers.weather.timeout=5s", "servers.weather.url=");

    assertThat(output)
        .contains(
            "Neither mcp.client.servers.weather.url nor mcp.client.servers.weather.command is set.")
        .contains("mcp.client.servers.weather.enabled=false");
  }

  @Test
  void urlWithoutScheme(CapturedOutput output) {
    startWith("servers.weather.url=example.com/mcp?key=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather.url is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void malformedUrl(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/a b?key=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather.url is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void reservedHeader(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.headers.Mcp-Session-Id=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather: ", "Mcp-Session-Id", "setting headers")
        .doesNotContain("geheim");
  }

  @Test
  void perUserWithoutCurrentUser(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.per-user=true");

    assertThat(output)
        .contains("mcp.client.servers.weather.per-user is set, but no bean identifies the user.")
        .contains("Add Spring Security or a bean of the type ThreadContextProvider");
  }

  @Test
  void clientRegistrationWithoutOAuth2Client(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "defaults.auth.client-registration=keycloak");

    assertThat(output)
        .contains(
            "mcp.client.defaults.auth.client-registration is set, but Spring Security's OAuth 2.0"
                + " client is not on the class path.");
  }

  @Test
  void bearerTokenAndAuthorizationHeader(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.auth.bearer-token=geheim1",
        "servers.weather.headers.authorization=geheim2");

    assertThat(output)
        .contains("mcp.client.servers.weather.auth.bearer-token and")
        .doesNotContain("geheim");
  }

  @Test
  void unknownSslBundle(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.ssl-bundle=none");

    assertThat(output)
        .contains("mcp.client.defaults.ssl-bundle names an unknown SSL bundle: 'none'.")
        .contains("spring.ssl.bundle");
  }

  @Test
  void invalidProxy(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.proxy=mia:geheim@proxy");

    assertThat(output)
        .contains("mcp.client.defaults.proxy is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void namesDefaultsProperty(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.max-result-characters=-1");

    assertThat(output).contains("mcp.client.defaults.max-result-characters: ");
  }

  @Test
  void namesToolProperty(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.tools.get_rain.max-result-characters=5");

    assertThat(output)
        .contains("mcp.client.servers.weather.tools.get_rain.max-result-characters: ");
  }

  @Test
  void emptyApprovalPattern(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.approval.deny[0]=");

    assertThat(output).contains("mcp.client.servers.weather.approval");
  }

  @Test
  void zeroTimeout(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.timeout=0");

    assertThat(output).contains("mcp.client.servers.weather.timeout must be positive.");
  }

  @Test
  void quotesServerNameWithDot(CapturedOutput output) {
    startWith("servers[my.weather].timeout=5s");

    assertThat(output).contains("Neither mcp.client.servers[my.weather].url nor");
  }

  @Test
  void warnsOfIneffectiveProperties(CapturedOutput output) {
    Applications.start(
            Application.class,
            "--mcp.client.servers.a.url=http://127.0.0.1:1/mcp",
            "--mcp.client.servers.a.env.TOKEN=geheim",
            "--mcp.client.servers.b.command=no-such-mcp-server",
            "--mcp.client.servers.b.headers.Authorization=geheim",
            "--mcp.client.servers.b.auth.oauth2.grant=authorization-code")
        .close();

    assertThat(output)
        .contains("mcp.client.servers.a.env has no effect without mcp.client.servers.a.command")
        .contains("mcp.client.servers.b.headers has no effect without mcp.client.servers.b.url")
        .contains("mcp.client.servers.b.auth.oauth2 has no effect without mcp.client.servers.b.url")
        .doesNotContain("geheim");
  }

  private static void startWith(String... properties) {
    String[] arguments =
        Stream.of(properties).map(property -> "--mcp.client." + property).toArray(String[]::new);

    Throwable failure =
        catchThrowable(() -> Applications.start(Application.class, arguments).close());

    assertThat(failure).isNotNull();
  }

  @ImportAutoConfiguration({McpClientAutoConfiguration.class, SslAutoConfiguration.class})
  static class Application {}
}
