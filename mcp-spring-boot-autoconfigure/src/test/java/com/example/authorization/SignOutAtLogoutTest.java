package com.example.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.oauth.McpAuthorization;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.spring.oauth.ProtectedServer;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.authentication.logout.LogoutHandler;

/** A user who logs out of the application is signed out of the servers. */
class SignOutAtLogoutTest {

  private static final Logger log = LoggerFactory.getLogger(SignOutAtLogoutTest.class);
  private static final Pattern STATE = Pattern.compile("[?&]state=([^&]+)");

  @Test
  void logoutRevokesAccessToAllServers() {
    try (ProtectedServer files = new ProtectedServer();
        ProtectedServer wiki = new ProtectedServer()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
          .withPropertyValues(
              "mcp.client.servers.files.url=" + files.url(),
              "mcp.client.servers.wiki.url=" + wiki.url(),
              "mcp.client.defaults.auth.oauth2.grant=authorization-code",
              "mcp.client.defaults.auth.oauth2.allow-loopback=true",
              "mcp.client.defaults.auth.oauth2.redirect-uri=https://desk.example.com/back/{server}")
          .withBean(CurrentUser.class, () -> () -> "ann")
          .run(
              context -> {
                McpAuthorization authorization = context.getBean(McpAuthorization.class);
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                for (String server : authorization.servers()) {
                  permit(authorization, server);
                  assertThat(catalog.client(server).listTools()).isNotEmpty();
                }

                signOut(authorization)
                    .logout(new MockHttpServletRequest(), new MockHttpServletResponse(), null);

                assertThat(authorization.servers()).containsExactlyInAnyOrder("files", "wiki");
                for (String server : authorization.servers()) {
                  McpClient client = catalog.client(server);
                  assertThatThrownBy(client::listTools)
                      .isInstanceOf(AuthorizationRequiredException.class);
                }
              });
    }
  }

  private static void permit(McpAuthorization authorization, String server) {
    URI page = authorization.page(server);
    Matcher state = STATE.matcher(page.toString());
    assertThat(state.find()).isTrue();
    authorization.complete(server, "code=code-ann&state=" + state.group(1));
  }

  private static LogoutHandler signOut(McpAuthorization authorization) {
    LogoutHandler signOut =
        (request, response, authentication) -> {
          for (String server : authorization.servers()) {
            try {
              authorization.signOut(server); // of this server only
            } catch (RuntimeException e) { // such as an authorization server that is down
              log.warn("The token for {} may not be revoked", server, e);
            }
          }
        };
    return signOut;
  }
}
