package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.spring.Applications;
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
  void aUrlThatIsNone(CapturedOutput output) {
    startWith("servers.weather.url=example.com/mcp?key=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather.url is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void aUrlThatCannotBeRead(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/a b?key=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather.url is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void aHeaderThatIsTheProtocolsOwn(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.headers.Mcp-Session-Id=geheim");

    assertThat(output)
        .contains("mcp.client.servers.weather: ", "Mcp-Session-Id", "setting headers")
        .doesNotContain("geheim");
  }

  @Test
  void usersThatNobodyKnows(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.per-user=true");

    assertThat(output)
        .contains("mcp.client.servers.weather.per-user is set, but no bean supplies the user.")
        .contains("Add Spring Security or a bean of the type CallerContext");
  }

  @Test
  void aClientRegistrationWithoutClients(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp", "defaults.client-registration=keycloak");

    assertThat(output)
        .contains(
            "mcp.client.defaults.client-registration is set, and Spring Security's OAuth 2.0"
                + " client is not on the class path.");
  }

  @Test
  void aTokenAndAHeaderForTheSame(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.bearer-token=geheim1",
        "servers.weather.headers.authorization=geheim2");

    assertThat(output)
        .contains("mcp.client.servers.weather.bearer-token and")
        .doesNotContain("geheim");
  }

  @Test
  void anSslBundleThatDoesNotExist(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.ssl-bundle=none");

    assertThat(output)
        .contains("mcp.client.defaults.ssl-bundle names no SSL bundle: 'none'.")
        .contains("spring.ssl.bundle");
  }

  @Test
  void aProxyThatIsNone(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.proxy=mia:geheim@proxy");

    assertThat(output)
        .contains("mcp.client.defaults.proxy is not a URL that can be called")
        .doesNotContain("geheim");
  }

  @Test
  void whatHoldsForAllIsNamedAsThat(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "defaults.max-retries=-1");

    assertThat(output).contains("mcp.client.defaults.max-retries: ");
  }

  @Test
  void whatIsSaidOfOneToolIsNamedAsThat(CapturedOutput output) {
    startWith(
        "servers.weather.url=https://example.com/mcp",
        "servers.weather.tools.get_rain.max-result-characters=5");

    assertThat(output)
        .contains("mcp.client.servers.weather.tools.get_rain.max-result-characters: ");
  }

  @Test
  void aPatternThatIsNone(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.approval.deny[0]=");

    assertThat(output).contains("mcp.client.servers.weather.approval");
  }

  @Test
  void aLimitOfNothing(CapturedOutput output) {
    startWith("servers.weather.command=npx", "servers.weather.limits.max-message-bytes=0");

    assertThat(output)
        .contains("mcp.client.servers.weather.limits.max-message-bytes is less than one.");
  }

  @Test
  void aTimeoutOfNothing(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.timeout=0");

    assertThat(output).contains("mcp.client.servers.weather.timeout is not longer than zero.");
  }

  @Test
  void aRevisionThatDoesNotExist(CapturedOutput output) {
    startWith("servers.weather.url=https://example.com/mcp", "servers.weather.protocol-version=v9");

    assertThat(output)
        .contains("mcp.client.servers.weather.protocol-version names no revision")
        .contains("2025-11-25");
  }

  @Test
  void theNameIsWrittenAsTheDeveloperHasToWriteIt(CapturedOutput output) {
    startWith("servers[my.weather].timeout=5s");

    assertThat(output).contains("Neither mcp.client.servers[my.weather].url nor");
  }

  @Test
  void whatHasNoEffectIsSaid(CapturedOutput output) {
    Applications.start(
            Application.class,
            "--mcp.client.servers.a.url=http://127.0.0.1:1/mcp",
            "--mcp.client.servers.a.env.TOKEN=geheim",
            "--mcp.client.servers.b.command=no-such-mcp-server",
            "--mcp.client.servers.b.headers.Authorization=geheim",
            "--mcp.client.servers.b.oauth.grant=browser")
        .close();

    assertThat(output)
        .contains("mcp.client.servers.a.env has no effect without mcp.client.servers.a.command")
        .contains("mcp.client.servers.b.headers has no effect without mcp.client.servers.b.url")
        .contains("mcp.client.servers.b.oauth.grant has no effect without mcp.client.servers.b.url")
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
