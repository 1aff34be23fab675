package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.oauth.internal.user.SignOutListener;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Signing out ends everything that the user's token authorized. */
class SignOutTest {

  private final ProtectedServer server = new ProtectedServer();
  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final BlockingQueue<ServerState> states = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    server.close();
  }

  private ApplicationContextRunner application(String name, String... properties) {
    String prefix = "mcp.client.servers." + name;
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
        .withPropertyValues(
            prefix + ".url=" + server.url(),
            prefix + ".auth.oauth2.grant=authorization-code",
            prefix + ".auth.oauth2.redirect-uri=https://desk.example.com/{server}",
            prefix + ".auth.oauth2.allow-loopback=true",
            "mcp.client.users.initial-timeout=10s")
        .withPropertyValues(properties)
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(ThreadContextProvider.class, () -> () -> new UserSnapshot(user.get()))
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

  private final class UserSnapshot implements ThreadContextProvider.ContextSnapshot {

    private final String name;

    private UserSnapshot(String name) {
      this.name = name;
    }

    @Override
    public Object user() {
      return name;
    }

    @Override
    public <T> T call(Supplier<T> call) {
      String before = user.get();
      user.set(name);
      try {
        return call.get();
      } finally {
        user.set(before);
      }
    }
  }

  private void permit(ApplicationContext context, String server, String name) {
    user.set(name);
    McpAuthorization authorization = context.getBean(McpAuthorization.class);
    URI page = authorization.page(server);
    String state = ProtectedServer.form(page.getRawQuery()).get("state");
    authorization.complete(server, "code=code-" + name + "&state=" + state);
  }

  private void await(ServerState state) throws InterruptedException {
    ServerState now;
    do {
      now = states.poll(60, TimeUnit.SECONDS);
    } while (now != null && now != state);
    assertThat(now).isEqualTo(state);
  }

  /** The shared tool list used the token of the user who left; other users are not affected. */
  @Test
  void signOutClosesSharedConnectionOfUser() {
    application("files")
        .run(
            context -> {
              permit(context, "files", "ann");
              await(ServerState.CONNECTED);
              permit(context, "files", "bob");
              user.set("ann");
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(call(catalog)).isEqualTo("ann");

              user.set("bob");
              states.clear();
              server.calls().clear();
              context.getBean(McpAuthorization.class).signOut("files");

              await(ServerState.NEEDS_AUTHORIZATION);
              assertThat(catalog.tools()).hasSize(1);
              user.set("ann");
              assertThat(call(catalog)).isEqualTo("ann");
              await(ServerState.CONNECTED);
              assertThat(server.calls()).contains("tools/list by ann");
            });
  }

  private static String call(ToolCatalog catalog) {
    return catalog.call("files__whoami", "{}", CallOptions.defaults()).text();
  }

  /** For example a listener of the application. */
  @Test
  void failingListenerDoesNotPreventSignOut() {
    application("files")
        .withBean(
            SignOutListener.class,
            () ->
                (server, listed) -> {
                  throw new IllegalStateException("listener");
                })
        .run(
            context -> {
              permit(context, "files", "ann");
              await(ServerState.CONNECTED);
              server.rejectsRevocation = true;
              states.clear();

              assertThatThrownBy(() -> context.getBean(McpAuthorization.class).signOut("files"))
                  .isInstanceOf(OAuthException.class);

              await(ServerState.NEEDS_AUTHORIZATION);
            });
  }

  @Test
  void signOutRemovesUsersTools() {
    application("own", "mcp.client.servers.own.per-user=true")
        .run(
            context -> {
              UserToolCatalogs tools = context.getBean(UserToolCatalogs.class);
              user.set("gil");
              assertThat(tools.get().tools()).isEmpty();
              permit(context, "own", "gil");
              assertThat(tools.get().tools()).hasSize(1);

              context.getBean(McpAuthorization.class).signOut("own");

              assertThat(tools.get().tools()).isEmpty();
            });
  }
}
