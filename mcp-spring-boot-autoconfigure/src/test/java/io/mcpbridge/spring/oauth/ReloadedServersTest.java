package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Authorizations after a change of a running application's properties. */
class ReloadedServersTest {

  private static final String FILES = "mcp.client.servers.files.";

  private final ProtectedServer server = new ProtectedServer();
  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final BlockingQueue<ServerState> states = new LinkedBlockingQueue<>();
  private final Map<String, Object> properties = new HashMap<>();

  @AfterEach
  void close() {
    server.close();
  }

  private ApplicationContextRunner application() {
    properties.put(FILES + "url", server.url());
    return new ApplicationContextRunner()
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changing", properties)))
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpClientAutoConfiguration.class,
                McpReloadAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.defaults.auth.oauth2.grant=authorization-code",
            "mcp.client.defaults.auth.oauth2.redirect-uri=https://desk.example.com/{server}",
            "mcp.client.defaults.auth.oauth2.allow-loopback=true")
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void stateChanged(
                      String server, ServerState before, ServerState now, String reason) {
                    states.add(now);
                  }
                });
  }

  private void annGivesPermission(McpAuthorization authorization) throws InterruptedException {
    user.set("ann");
    complete(authorization, authorization.page("files"));
    await(ServerState.CONNECTED);
  }

  private static void complete(McpAuthorization authorization, URI page) {
    String state = ProtectedServer.form(page.getRawQuery()).get("state");
    authorization.complete("files", "code=code-ann&state=" + state);
  }

  private static void changed(ApplicationContext context) {
    context.publishEvent(new EnvironmentChangeEvent(Set.of("any")));
  }

  private void await(ServerState state) throws InterruptedException {
    ServerState now;
    do {
      now = states.poll(60, TimeUnit.SECONDS);
    } while (now != null && now != state);
    assertThat(now).isEqualTo(state);
  }

  /** The old server keeps running, so they sign out of it. */
  @Test
  void signsOutOfServerWithRejectedReload() {
    application()
        .run(
            context -> {
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              annGivesPermission(authorization);
              properties.put(FILES + "timeout", "-1s");
              changed(context);
              properties.put(FILES + "proxy", "none");
              properties.remove(FILES + "timeout");
              changed(context);
              states.clear();

              authorization.signOut("files");

              await(ServerState.NEEDS_AUTHORIZATION);
              assertThat(server.requests("/revoke")).hasSize(1);
            });
  }

  @Test
  void reloadKeepsAuthorization() {
    application()
        .run(
            context -> {
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              user.set("ann");
              URI page = authorization.page("files");
              properties.put(FILES + "timeout", "11s");
              changed(context);
              complete(authorization, page);
              await(ServerState.CONNECTED);

              properties.put(FILES + "timeout", "12s");
              changed(context);

              assertThat(authorization.page("files")).isNull();
            });
  }

  @Test
  void removedServerCancelsPrompt() {
    application()
        .run(
            context -> {
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              user.set("ann");
              assertThat(authorization.page("files")).isNotNull();
              assertThat(authorization.waiting()).containsExactly("files");

              properties.put(FILES + "enabled", "false");
              changed(context);

              assertThat(authorization.servers()).isEmpty();
              assertThat(authorization.waiting()).isEmpty();
              assertThat(authorization.registry().isWeb("files")).isFalse();
            });
  }
}
