package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The startup failure messages for invalid authorization properties. */
class InvalidOAuthTest {

  private static final String OWN = "mcp.client.servers.s.auth.oauth2.";
  private static final String ALL = "mcp.client.defaults.auth.oauth2.";

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake(OWN + "client-id is not set", "grant=client-credentials"),
        mistake(
            "Neither " + OWN + "client-secret nor " + OWN + "private-key is set",
            "grant=client-credentials",
            "client-id=desk",
            "issuer=https://as.example.com"),
        mistake(
            OWN + "issuer is not set",
            "grant=client-credentials",
            "client-id=desk",
            "client-secret=geheim"),
        mistake(
            OWN + "client-secret and " + OWN + "private-key are both set",
            "grant=client-credentials",
            "client-id=desk",
            "issuer=https://as.example.com",
            "client-secret=geheim",
            "private-key=geheim"),
        mistake(
            OWN + "private-key is not a readable private key",
            "grant=client-credentials",
            "client-id=desk",
            "issuer=https://as.example.com",
            "private-key=-----BEGIN PRIVATE KEY-----geheim-----END PRIVATE KEY-----"),
        mistake(
            OWN + "issuer is not set",
            "grant=authorization-code",
            "client-id=d",
            "client-secret=geheim"),
        mistake(
            OWN + "client-id-metadata-document is not an https URL",
            "grant=authorization-code",
            "client-id-metadata-document=http://geheim"),
        mistake(
            OWN + "grant is for users",
            "grant=authorization-code",
            "redirect-uri=https://a.example/{server}"),
        mistake(
            OWN + "shared requires known users",
            "grant=authorization-code",
            "shared=true",
            "redirect-uri=https://a.example/{server}"),
        mistake(
            OWN + "redirect-uri is not a URL",
            "grant=authorization-code",
            "shared=true",
            "redirect-uri=geheim"),
        mistake(
            OWN + "assertion-file is not set",
            "grant=workload-identity",
            "client-id=w",
            "issuer=https://as.example.com"),
        mistake(
            OWN + "ssl-bundle names an unknown SSL bundle",
            "grant=authorization-code",
            "ssl-bundle=none"),
        mistake(OWN + "grant exchanges ID tokens", "grant=enterprise-managed", "shared=true"));
  }

  private static Arguments mistake(String message, String... properties) {
    return Arguments.of(message, Stream.of(properties).map(OWN::concat).toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void isRefusedByTheNameOfTheProperty(String message, String[] properties) {
    assertRefused(application().withPropertyValues(properties), message);
  }

  /** A secret that is set for all servers must not reach another server's issuer. */
  @Test
  void rejectsClientIdAndSecretFromDifferentLayers() {
    assertRefused(
        application()
            .withPropertyValues(
                ALL + "grant=client-credentials",
                ALL + "client-id=desk",
                ALL + "client-secret=geheim",
                ALL + "issuer=https://as.example.com",
                OWN + "issuer=https://other.example.com"),
        OWN + "issuer is set without " + OWN + "client-id");
  }

  /** The client attributes a response to the authorization server of the redirect URI's server. */
  @Test
  void requiresRedirectUriPerServer() {
    assertRefused(
        application()
            .withPropertyValues(
                ALL + "redirect-uri=https://desk.example.com/back",
                OWN + "grant=authorization-code",
                OWN + "shared=true"),
        ALL + "redirect-uri is the same for all servers");
  }

  @Test
  void rejectsGrantCombinedWithBearerToken() {
    assertRefused(
        application()
            .withPropertyValues(
                OWN + "grant=authorization-code", "mcp.client.servers.s.auth.bearer-token=x"),
        OWN + "grant and mcp.client.servers.s.auth.bearer-token are both set");
  }

  /** An eavesdropper would obtain the token. */
  @Test
  void rejectsPlainHttpToRemoteServerUnlessAllowed() {
    String url = "mcp.client.servers.s.url=http://files.example.com/mcp";
    assertRefused(
        application().withPropertyValues(url, OWN + "grant=authorization-code"),
        OWN + "allow-plain-http is not true, and the server is called over plain http");
    assertRefused(
        application()
            .withPropertyValues(
                url, ALL + "grant=authorization-code", ALL + "allow-plain-http=false"),
        ALL + "allow-plain-http is not true");

    application()
        .withPropertyValues(
            url,
            "mcp.client.servers.s.start=lazy",
            ALL + "grant=authorization-code",
            ALL + "allow-plain-http=true")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(McpAuthorization.class).credentials("s")).isNotNull();
            });
  }

  @Test
  void rejectsGrantWithoutOAuthModule() {
    assertRefused(
        application()
            .withClassLoader(new FilteredClassLoader("io.mcpbridge.oauth"))
            .withPropertyValues(ALL + "grant=authorization-code"),
        "mcp.client.servers.s.auth requires OAuth, which needs mcp-oauth");
  }

  /** The user's browser is on another machine, and sharing one token must be explicit. */
  @Test
  void rejectsLoopbackRedirectInWebApplication() {
    new WebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.s.url=https://mcp.example.com/mcp",
            OWN + "grant=authorization-code")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining("this is a web application"));
  }

  /** As when the variable behind the property is not set. */
  @Test
  void rejectsBlankRedirectUriInWebApplication() {
    new WebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.s.url=https://mcp.example.com/mcp",
            OWN + "grant=authorization-code",
            OWN + "shared=true",
            OWN + "redirect-uri=${DESK:}")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining(OWN + "redirect-uri is blank"));
  }

  /** A proxy may rewrite the path, so this only logs a warning. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void warnsOfUnexpectedRedirectPath(CapturedOutput output) {
    String url = "https://desk.example.com/app/mcp/oauth/callback/";
    new WebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpOAuthWebAutoConfiguration.class,
                McpClientAutoConfiguration.class))
        .withBean(CurrentUser.class, () -> () -> "ann")
        .withPropertyValues(
            ALL + "grant=authorization-code",
            "mcp.client.defaults.start=lazy",
            "mcp.client.servers.met.url=https://mcp.example.com/mcp",
            "mcp.client.servers.met.auth.oauth2.redirect-uri=" + url + "{server}",
            "mcp.client.servers.missed.url=https://mcp.example.com/mcp",
            "mcp.client.servers.missed.auth.oauth2.redirect-uri=" + url + "mist")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output)
        .containsOnlyOnce("does not end with")
        .contains(
            "mcp.client.servers.missed.auth.oauth2.redirect-uri does not end with"
                + " '/mcp/oauth/callback/missed'")
        .contains("mcp.client.oauth.callback-path");
  }

  /** As when the variable behind the property is not set. */
  @Test
  void ignoresBlankTokenFilePath() {
    application()
        .withPropertyValues(
            OWN + "grant=authorization-code", "mcp.client.oauth.token-file.path=${DESK:}")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FileTokenStore.class));
  }

  @Test
  void rejectsInvalidTokenFile() {
    application()
        .withPropertyValues(OWN + "grant=authorization-code", "mcp.client.oauth.token-file.path=/")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining("token-file.path is not a file path")
                    .hasStackTraceContaining("InvalidMcpConfigurationException"));
  }

  private static ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpClientAutoConfiguration.class,
                SslAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .withPropertyValues("mcp.client.servers.s.url=https://mcp.example.com/mcp");
  }

  private static void assertRefused(ApplicationContextRunner application, String message) {
    application.run(
        context -> {
          Throwable failure = context.getStartupFailure();
          assertThat(failure)
              .hasStackTraceContaining("InvalidMcpConfigurationException")
              .hasStackTraceContaining(message);
          for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            assertThat(cause.toString()).doesNotContain("geheim");
          }
        });
  }
}
