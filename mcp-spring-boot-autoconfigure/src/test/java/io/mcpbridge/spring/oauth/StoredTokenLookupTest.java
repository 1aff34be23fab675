package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.error.McpException;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Tokens that survive a restart, without another authorization. */
class StoredTokenLookupTest {

  private final ProtectedServer server = new ProtectedServer();
  private final TokenStore store = TokenStore.inMemory();
  private final AuthorizationStore authorizations = AuthorizationStore.inMemory();
  private final ThreadLocal<String> user = new ThreadLocal<>();

  private final BlockingQueue<String> listed = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> required = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    server.close();
  }

  private ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpClientAutoConfiguration.class,
                McpSpringAiAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.files.url=" + server.url(),
            "mcp.client.servers.files.auth.oauth2.grant=authorization-code",
            "mcp.client.servers.files.auth.oauth2.redirect-uri=https://desk.example.com/{server}",
            "mcp.client.servers.files.auth.oauth2.allow-loopback=true")
        .withBean(TokenStore.class, () -> store)
        .withBean(AuthorizationStore.class, () -> authorizations)
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(
            AuthorizationListener.class,
            () ->
                new AuthorizationListener() {
                  @Override
                  public void required(String server, String user, URI page) {
                    required.add(user);
                  }
                })
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void toolsChanged(String server, ToolsChange change) {
                    listed.add(server);
                  }
                });
  }

  private static int tools(ApplicationContext context) {
    return context.getBean(McpToolCallbackProvider.class).getToolCallbacks().length;
  }

  private static ServerState state(ApplicationContext context) {
    ToolCatalog catalog = context.getBean(ToolCatalog.class);
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog.servers().get(0).state();
  }

  private void annGivesPermission(ApplicationContext context) throws InterruptedException {
    user.set("ann");
    McpAuthorization authorization = context.getBean(McpAuthorization.class);
    URI page = authorization.page("files");
    String state = ProtectedServer.form(page.getRawQuery()).get("state");
    authorization.complete("files", "code=code-ann&state=" + state);
    assertThat(required.poll(60, TimeUnit.SECONDS)).isEqualTo("ann");
    assertThat(listed.poll(60, TimeUnit.SECONDS)).isEqualTo("files");
  }

  /** Only the response to a request without a token contains the metadata URL. */
  @Test
  void signOutBeforeFirstCallRemovesToken() {
    server.metadataOnlyInChallenge = true;
    application()
        .run(
            context -> {
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              annGivesPermission(context);
            });

    application()
        .run(
            context -> {
              user.remove();
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              user.set("ann");
              context.getBean(McpAuthorization.class).signOut("files");

              assertThat(server.requests("/revoke")).hasSize(1);
            });
  }

  /** An unavailable metadata URL delays them only once. */
  @Test
  void signOutFetchesMetadataOnce() {
    server.metadataOnlyInChallenge = true;
    application()
        .run(
            context -> {
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              server.metadataOnlyInChallenge = false;
              user.set("ann");

              assertThatThrownBy(() -> context.getBean(McpAuthorization.class).signOut("files"))
                  .isInstanceOf(McpException.class);

              assertThat(server.requests("/own-place")).hasSize(1);
            });
  }

  /** As when a load balancer routes the callback to another instance. */
  @Test
  void findsAuthorizationOfOtherInstance() {
    application()
        .run(
            context -> {
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              user.set("ann");
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              URI page = authorization.page("files");
              String state = ProtectedServer.form(page.getRawQuery()).get("state");
              application()
                  .run(
                      otherContext -> {
                        user.set("ann");
                        otherContext
                            .getBean(McpAuthorization.class)
                            .complete("files", "code=code-ann&state=" + state);
                        assertThat(listed.poll(60, TimeUnit.SECONDS)).isEqualTo("files");
                      });

              user.set("ann");
              tools(context);
              assertThat(listed.poll(60, TimeUnit.SECONDS)).isEqualTo("files");
              assertThat(tools(context)).isEqualTo(1);
              assertThat(authorization.waiting()).isEmpty();
            });
  }

  /** Reusing the rejected token for background requests would prompt the user repeatedly. */
  @Test
  void rejectedTokenIsNotUsedForSharedList() {
    application().run(this::annGivesPermission);
    user.remove();
    server.forgetTokens();
    required.clear();
    listed.clear();

    application()
        .run(
            context -> {
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              user.set("ann");
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              tools(context);
              assertThat(required.poll(60, TimeUnit.SECONDS)).isEqualTo("ann");
              assertThat(authorization.waiting()).containsExactly("files");

              authorization.complete(
                  "files",
                  "code=code-ann&state="
                      + ProtectedServer.form(authorization.page("files").getRawQuery())
                          .get("state"));
              assertThat(listed.poll(60, TimeUnit.SECONDS)).isEqualTo("files");
              assertThat(authorization.waiting()).isEmpty();
            });
  }

  /** Looks up the token of the user who requests tools, without prompting users who have none. */
  @Test
  void listsToolsOnceUserWithTokenRequestsThem() {
    application().run(this::annGivesPermission);
    user.remove();
    listed.clear();

    application()
        .run(
            context -> {
              assertThat(state(context)).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(tools(context)).isZero();
              user.set("bob");
              assertThat(tools(context)).isZero();
              user.set("ann");
              assertThat(tools(context)).isZero();

              assertThat(listed.poll(60, TimeUnit.SECONDS)).isEqualTo("files");

              user.remove();
              assertThat(tools(context)).isEqualTo(1);
              assertThat(server.calls()).last().isEqualTo("tools/list by ann");
              assertThat(server.requests("/token")).hasSize(1);
              assertThat(server.requests("/register")).hasSize(1);
            });
  }
}
