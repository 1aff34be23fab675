package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.PendingAuthorization;
import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import io.mcpbridge.spring.oauth.user.IdTokens;
import io.mcpbridge.test.FakeMcpServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Each grant, from its properties to the token that the server receives. */
class OAuthGrantsTest {

  private static final String JWT =
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwb2QifQ.c2lnbmVkIGJ5IG5vYm9keQ";

  private final ProtectedServer server = new ProtectedServer();
  private final List<PendingAuthorization> shown = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void close() {
    server.close();
  }

  private ApplicationContextRunner application(String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
        .withPropertyValues("mcp.client.defaults.auth.oauth2.allow-loopback=true")
        .withPropertyValues(properties);
  }

  private String url(String name) {
    return "mcp.client.servers." + name + ".url=" + server.url();
  }

  private static ToolCatalog ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }

  private static String whoami(ToolCatalog catalog, String server) {
    return catalog.call(server + "__whoami", "{}", CallOptions.defaults()).text();
  }

  @Test
  void usesClientCredentials() throws Exception {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(256);
    PrivateKey signing = keys.generateKeyPair().getPrivate();
    String key = Base64.getMimeEncoder().encodeToString(signing.getEncoded());
    Path pem =
        Files.writeString(
            folder.resolve("key.pem"),
            "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
    Path token = Files.writeString(folder.resolve("token"), JWT + "\n");
    application(
            url("secret"),
            "mcp.client.servers.secret.auth.oauth2.grant=client-credentials",
            "mcp.client.servers.secret.auth.oauth2.client-id=desk",
            "mcp.client.servers.secret.auth.oauth2.client-secret=s3cret",
            "mcp.client.servers.secret.auth.oauth2.scopes=read,list",
            "mcp.client.servers.secret.auth.oauth2.issuer=" + server.issuer(),
            url("key"),
            "mcp.client.servers.key.auth.oauth2.grant=client-credentials",
            "mcp.client.servers.key.auth.oauth2.client-id=signer",
            "mcp.client.servers.key.auth.oauth2.private-key=" + pem.toUri(),
            "mcp.client.servers.key.auth.oauth2.issuer=" + server.issuer(),
            url("pod"),
            "mcp.client.servers.pod.auth.oauth2.grant=workload-identity",
            "mcp.client.servers.pod.auth.oauth2.client-id=workload",
            "mcp.client.servers.pod.auth.oauth2.assertion-file=" + token,
            "mcp.client.servers.pod.auth.oauth2.issuer=" + server.issuer(),
            url("key-id"),
            "mcp.client.servers.key-id.auth.oauth2.grant=client-credentials",
            "mcp.client.servers.key-id.auth.oauth2.client-id=rotating",
            "mcp.client.servers.key-id.auth.oauth2.private-key=" + pem.toUri(),
            "mcp.client.servers.key-id.auth.oauth2.issuer=" + server.issuer())
        .withBean(
            McpOAuthCustomizer.class,
            () ->
                (name, oauth) -> {
                  if (name.equals("key-id")) {
                    oauth.client(
                        ClientRegistration.of("rotating", signing, "ES256", "k1")
                            .at(server.issuer()));
                  } else if (name.equals("secret")) {
                    oauth.client(
                        ClientRegistration.of("desk", "s3cret")
                            .authenticatedBy("client_secret_post")
                            .at(server.issuer()));
                  }
                })
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(whoami(catalog, "secret")).isEqualTo("client_credentials");
              assertThat(whoami(catalog, "key")).isEqualTo("client_credentials");
              assertThat(whoami(catalog, "pod"))
                  .isEqualTo("urn:ietf:params:oauth:grant-type:jwt-bearer");
              assertThat(tokenRequest("client_secret", "s3cret"))
                  .containsEntry("client_id", "desk")
                  .containsEntry("scope", "read list")
                  .containsEntry("resource", server.url());
              assertThat(whoami(catalog, "key-id")).isEqualTo("client_credentials");
              String assertion = assertion("signer");
              assertThat(decoded(assertion, 0)).contains("\"ES256\"").doesNotContain("k1");
              assertThat(decoded(assertion, 1)).contains(server.issuer());
              assertThat(decoded(assertion("rotating"), 0)).contains("\"ES256\"", "\"k1\"");
              assertThat(tokenRequest("client_id", "workload")).containsEntry("assertion", JWT);
              assertThat(context.getBean(McpAuthorization.class).servers())
                  .containsExactly("key", "key-id", "pod", "secret");
            });
  }

  private String assertion(String client) {
    return server.requests("/token").stream()
        .map(request -> request.form().get("client_assertion"))
        .filter(it -> it != null && decoded(it, 1).contains('"' + client + '"'))
        .findFirst()
        .orElseThrow();
  }

  private Map<String, String> tokenRequest(String name, String value) {
    return server.requests("/token").stream()
        .map(ProtectedServer.ReceivedRequest::form)
        .filter(form -> value.equals(form.get(name)))
        .findFirst()
        .orElseThrow();
  }

  private static String decoded(String jwt, int part) {
    return new String(Base64.getUrlDecoder().decode(jwt.split("\\.")[part]));
  }

  @Test
  void usesAuthorizationPromptBean() {
    application(url("files"), "mcp.client.servers.files.auth.type=oauth2")
        .withPropertyValues("spring.application.name=Weather desk")
        .withBean(AuthorizationPrompt.class, () -> this::person)
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(whoami(catalog, "files")).isEqualTo("me");
              assertThat(shown).hasSize(1);
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              authorization.signOut("files");
              assertThat(server.requests("/revoke")).isNotEmpty();
              assertThat(authorization.credentials("files").toString()).contains("localhost");
            });
  }

  /** Encrypted with a key file beside it, or with the key or passphrase of a bean. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPersonLogsInOnceWhereTokensAreInAFile(boolean bean) {
    Path path = folder.resolve("tokens/kept.json");
    ApplicationContextRunner application =
        application(
                url("files"),
                "mcp.client.servers.files.auth.oauth2.grant=authorization-code",
                "mcp.client.oauth.token-file.path=" + (bean ? "" : path))
            .withBean(AuthorizationPrompt.class, () -> this::person);
    if (bean) {
      application =
          application.withBean(
              TokenStore.class, () -> FileTokenStore.of(path, "correct horse".toCharArray()));
    }
    for (int run = 0; run < 2; run++) {
      application.run(
          context ->
              assertThat(whoami(ready(context.getBean(ToolCatalog.class)), "files"))
                  .isEqualTo("me"));
    }

    assertThat(shown).hasSize(1);
    assertThat(path).content(StandardCharsets.ISO_8859_1).doesNotContain(ProtectedServer.SECRET);
    assertThat(Files.exists(folder.resolve("tokens/kept.json.key"))).isEqualTo(!bean);
  }

  @Test
  void shutdownCancelsPrompt() throws Exception {
    CountDownLatch prompted = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    application(url("files"), "mcp.client.servers.files.auth.oauth2.grant=authorization-code")
        .withBean(AuthorizationPrompt.class, () -> () -> waiting(prompted, interrupted))
        .run(context -> assertThat(prompted.await(60, TimeUnit.SECONDS)).isTrue());

    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  /** A page on which the user never responds. */
  private static AuthorizationPrompt.CallbackReceiver waiting(
      CountDownLatch prompted, CountDownLatch interrupted) {
    return new AuthorizationPrompt.CallbackReceiver() {
      @Override
      public URI redirectUri() {
        return URI.create("http://localhost:3000/callback");
      }

      @Override
      public String await(PendingAuthorization authorization) {
        prompted.countDown();
        try {
          new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw AuthorizationPrompt.CallbackReceiver.failed("no server answers");
      }

      @Override
      public void close() {
        interrupted.countDown();
      }
    };
  }

  @Test
  void unreadableAssertionFileNamesProperty() {
    application(
            url("pod"),
            "mcp.client.servers.pod.auth.oauth2.grant=workload-identity",
            "mcp.client.servers.pod.auth.oauth2.client-id=workload",
            "mcp.client.servers.pod.auth.oauth2.assertion-file=" + folder.resolve("none"),
            "mcp.client.servers.pod.auth.oauth2.issuer=" + server.issuer())
        .run(
            context -> {
              ServerStatus pod = status(ready(context.getBean(ToolCatalog.class)), "pod");
              assertThat(pod.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(pod.reason())
                  .contains("mcp.client.servers.pod.auth.oauth2.assertion-file cannot be read");
            });
  }

  private AuthorizationPrompt.CallbackReceiver person() {
    return new AuthorizationPrompt.CallbackReceiver() {
      @Override
      public URI redirectUri() {
        return URI.create("http://localhost:3000/callback");
      }

      @Override
      public String await(PendingAuthorization authorization) {
        shown.add(authorization);
        return "code=code-me&state=" + authorization.state();
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void usesEnterpriseManagedAuthorization() {
    ThreadLocal<String> user = new ThreadLocal<>();
    company(user)
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));
              assertThat(status(catalog, "wiki").state())
                  .isEqualTo(ServerState.NEEDS_AUTHORIZATION);

              user.set("ann");
              assertThat(context.getBean(McpAuthorization.class).page("wiki")).isNull();

              assertThat(catalog.client("wiki").listTools()).hasSize(1);
              assertThat(server.requests("/exchange").get(0).form())
                  .containsEntry("subject_token", "id-token-of-ann")
                  .containsEntry("audience", server.issuer());
              assertThat(server.requests("/token").get(0).authorization()).startsWith("Basic ");
            });
  }

  /** No prompt is needed, so a user's request for tools suffices. */
  @Test
  void listsToolsOnceUserRequestsThem() {
    ThreadLocal<String> user = new ThreadLocal<>();
    CountDownLatch listed = new CountDownLatch(1);
    company(user)
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void toolsChanged(String server, ToolsChange change) {
                    listed.countDown();
                  }
                })
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));
              user.set("ann");
              context.getBean(UserToolCatalogs.class).get();

              assertThat(listed.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(catalog.tools()).hasSize(1);
            });
  }

  private ApplicationContextRunner company(ThreadLocal<String> user) {
    return application(
            url("wiki"),
            "mcp.client.servers.wiki.auth.oauth2.grant=enterprise-managed",
            "mcp.client.servers.wiki.auth.oauth2.client-id=desk",
            "mcp.client.servers.wiki.auth.oauth2.client-secret=s3cret",
            "mcp.client.servers.wiki.auth.oauth2.issuer=" + server.issuer(),
            "mcp.client.servers.wiki.auth.oauth2.identity-provider.client-id=desk-at-idp",
            "mcp.client.servers.wiki.auth.oauth2.identity-provider.token-endpoint="
                + server.issuer()
                + "/exchange")
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(IdTokens.class, () -> owner -> "id-token-of-" + owner);
  }

  /** Per-user lists use their user's token, or none if the user is unknown. */
  @Test
  void perUserListUsesUsersToken() {
    ThreadLocal<String> user = new ThreadLocal<>();
    application(
            url("own"),
            "mcp.client.users.initial-timeout=10s",
            "mcp.client.servers.own.per-user=true",
            "mcp.client.servers.own.auth.oauth2.grant=authorization-code",
            "mcp.client.servers.own.auth.oauth2.redirect-uri=https://desk.example.com/{server}")
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(ThreadContextProvider.class, () -> () -> new OnThisThreadOnly(user.get()))
        .run(
            context -> {
              UserToolCatalogs tools = context.getBean(UserToolCatalogs.class);
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              user.set("bob");
              tools.get().snapshot();
              URI page = authorization.page("own");
              String state = ProtectedServer.form(page.getRawQuery()).get("state");
              authorization.complete("own", "code=code-bob&state=" + state);

              user.set("ann");
              assertThat(tools.get().tools()).isEmpty();

              assertThat(server.calls()).noneMatch(call -> call.endsWith(" by bob"));
            });
  }

  /** Context of an application that identifies the user only on its request threads. */
  private record OnThisThreadOnly(String user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T> T call(Supplier<T> call) {
      return call.get();
    }
  }

  /** A dynamically registered client keeps its redirect URI. */
  @Test
  void reusesRedirectUriAfterSignOut() {
    List<URI> wished = new ArrayList<>();
    AuthorizationPrompt prompt =
        new AuthorizationPrompt() {
          @Override
          public CallbackReceiver prepare() {
            return prepare(null);
          }

          @Override
          public CallbackReceiver prepare(URI registered) {
            wished.add(registered);
            return person();
          }
        };
    application(url("files"), "mcp.client.servers.files.auth.oauth2.grant=authorization-code")
        .withBean(AuthorizationPrompt.class, () -> prompt)
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));
              assertThat(whoami(catalog, "files")).isEqualTo("me");
              context.getBean(McpAuthorization.class).signOut("files");
              assertThat(whoami(catalog, "files")).isEqualTo("me");

              assertThat(wished).hasSize(2).endsWith(URI.create("http://localhost:3000/callback"));
              assertThat(wished.get(0)).as("for that one alone").hasPort(-1);
              assertThat(wished.get(0).getPath()).startsWith("/callback/");
            });
  }

  @Test
  void missingPropertyAffectsOneServer() {
    try (FakeMcpServer open = FakeMcpServer.create()) {
      open.tool("hello").returns("hi");
      ApplicationContextRunner application =
          application(url("closed"), "mcp.client.servers.open.url=" + open.url());
      for (ApplicationContextRunner line :
          List.of(
              application,
              application.withClassLoader(new FilteredClassLoader("io.mcpbridge.oauth")))) {
        line.run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(catalog.call("open__hello", "{}", CallOptions.defaults()).text())
                  .isEqualTo("hi");
              assertThat(catalog.tools()).hasSize(1);
              ServerStatus closed = status(catalog, "closed");
              assertThat(closed.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(closed.reason())
                  .contains("requires a token")
                  .contains("mcp.client.servers.closed.auth.type=oauth2")
                  .contains("mcp.client.servers.closed.auth.bearer-token");
              assertThat(server.requests("/.well-known/oauth-authorization-server")).isEmpty();
            });
      }
    }
  }

  private static ServerStatus status(ToolCatalog catalog, String name) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void defaultsDoNotApplyToServerWithOwnIdentity() {
    application(
            url("own"),
            "mcp.client.servers.own.auth.bearer-token=mine",
            url("none"),
            "mcp.client.servers.none.auth.type=none",
            url("all"),
            "mcp.client.defaults.auth.oauth2.grant=authorization-code")
        .withBean(AuthorizationPrompt.class, () -> this::person)
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(context.getBean(McpAuthorization.class).servers()).containsExactly("all");
              assertThat(whoami(catalog, "all")).isEqualTo("me");
              assertThat(status(catalog, "own").reason()).contains("check the credentials");
            });
  }
}
