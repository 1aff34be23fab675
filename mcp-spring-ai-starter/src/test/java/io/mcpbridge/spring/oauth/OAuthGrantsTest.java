package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CatalogListener;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolsChange;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.oauth.AuthorizationPrompt;
import io.mcpbridge.oauth.PendingAuthorization;
import io.mcpbridge.spring.boot.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.UserTools;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
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
        .withPropertyValues("mcp.client.defaults.oauth.allow-loopback=true")
        .withPropertyValues(properties);
  }

  private String url(String name) {
    return "mcp.client.servers." + name + ".url=" + server.url();
  }

  private static ToolCatalog ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(20))).isTrue();
    return catalog;
  }

  private static String whoami(ToolCatalog catalog, String server) {
    return catalog.call(server + "__whoami", "{}", CallOptions.defaults()).text();
  }

  @Test
  void theApplicationAsksInItsOwnName() throws Exception {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(256);
    String key =
        Base64.getMimeEncoder().encodeToString(keys.generateKeyPair().getPrivate().getEncoded());
    Path pem =
        Files.writeString(
            folder.resolve("key.pem"),
            "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
    Path token = Files.writeString(folder.resolve("token"), JWT + "\n");
    application(
            url("secret"),
            "mcp.client.servers.secret.oauth.grant=client-credentials",
            "mcp.client.servers.secret.oauth.client-id=desk",
            "mcp.client.servers.secret.oauth.client-secret=s3cret",
            "mcp.client.servers.secret.oauth.scopes=read,list",
            "mcp.client.servers.secret.oauth.client-authentication=client-secret-post",
            "mcp.client.servers.secret.oauth.issuer=" + server.issuer(),
            url("key"),
            "mcp.client.servers.key.oauth.grant=client-credentials",
            "mcp.client.servers.key.oauth.client-id=signer",
            "mcp.client.servers.key.oauth.private-key=" + pem.toUri(),
            "mcp.client.servers.key.oauth.key-id=k1",
            "mcp.client.servers.key.oauth.issuer=" + server.issuer(),
            url("pod"),
            "mcp.client.servers.pod.oauth.grant=workload-identity",
            "mcp.client.servers.pod.oauth.client-id=workload",
            "mcp.client.servers.pod.oauth.assertion-file=" + token,
            "mcp.client.servers.pod.oauth.issuer=" + server.issuer())
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
              String assertion =
                  server.asked("/token").stream()
                      .map(asked -> asked.form().get("client_assertion"))
                      .filter(it -> it != null)
                      .findFirst()
                      .orElseThrow();
              assertThat(decoded(assertion, 0)).contains("\"ES256\"", "\"k1\"");
              assertThat(decoded(assertion, 1)).contains("\"signer\"", server.issuer());
              assertThat(tokenRequest("client_id", "workload")).containsEntry("assertion", JWT);
              assertThat(context.getBean(McpAuthorization.class).servers())
                  .containsExactly("key", "pod", "secret");
            });
  }

  private Map<String, String> tokenRequest(String name, String value) {
    return server.asked("/token").stream()
        .map(ProtectedServer.Asked::form)
        .filter(form -> value.equals(form.get(name)))
        .findFirst()
        .orElseThrow();
  }

  private static String decoded(String jwt, int part) {
    return new String(Base64.getUrlDecoder().decode(jwt.split("\\.")[part]));
  }

  @Test
  void aPersonAtThisMachineIsAskedByTheBeanThatReachesThem() {
    application(url("files"), "mcp.client.servers.files.oauth.grant=browser")
        .withPropertyValues("spring.application.name=Weather desk")
        .withBean(AuthorizationPrompt.class, () -> this::person)
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(whoami(catalog, "files")).isEqualTo("me");
              assertThat(shown).hasSize(1);
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              authorization.signOut("files");
              assertThat(server.asked("/revoke")).isNotEmpty();
              assertThat(authorization.credentials("files").toString()).contains("localhost");
            });
  }

  /** Encrypted with a key file beside it, a configured key, or a passphrase. */
  @ParameterizedTest
  @ValueSource(strings = {"", "key=MDEyMzQ1Njc4OWFiY2RlZg==", "passphrase=correct horse"})
  void aPersonLogsInOnceWhereTokensAreInAFile(String secret) {
    String file = "mcp.client.oauth.token-file.";
    Path path = folder.resolve("tokens/kept.json");
    ApplicationContextRunner application =
        application(
                url("files"),
                "mcp.client.servers.files.oauth.grant=browser",
                file + "path=" + path,
                secret.isEmpty() ? "x=y" : file + secret)
            .withBean(AuthorizationPrompt.class, () -> this::person);
    for (int run = 0; run < 2; run++) {
      application.run(
          context ->
              assertThat(whoami(ready(context.getBean(ToolCatalog.class)), "files"))
                  .isEqualTo("me"));
    }

    assertThat(shown).hasSize(1);
    assertThat(path).content(StandardCharsets.ISO_8859_1).doesNotContain(ProtectedServer.SECRET);
    assertThat(Files.exists(folder.resolve("tokens/kept.json.key"))).isEqualTo(secret.isEmpty());
  }

  @Test
  void nobodyIsAskedAnyMoreByAnApplicationThatHasEnded() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    application(url("files"), "mcp.client.servers.files.oauth.grant=browser")
        .withBean(AuthorizationPrompt.class, () -> () -> waiting(asked, letGo))
        .run(context -> assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue());

    assertThat(letGo.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** A page on which the user never responds. */
  private static AuthorizationPrompt.CallbackReceiver waiting(
      CountDownLatch asked, CountDownLatch letGo) {
    return new AuthorizationPrompt.CallbackReceiver() {
      @Override
      public URI redirectUri() {
        return URI.create("http://localhost:3000/callback");
      }

      @Override
      public String await(PendingAuthorization authorization) {
        asked.countDown();
        try {
          new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw AuthorizationPrompt.CallbackReceiver.failed("no server answers");
      }

      @Override
      public void close() {
        letGo.countDown();
      }
    };
  }

  @Test
  void aFileOfThePlatformThatCannotBeReadIsNamedByItsProperty() {
    application(
            url("pod"),
            "mcp.client.servers.pod.oauth.grant=workload-identity",
            "mcp.client.servers.pod.oauth.client-id=workload",
            "mcp.client.servers.pod.oauth.assertion-file=" + folder.resolve("none"),
            "mcp.client.servers.pod.oauth.issuer=" + server.issuer())
        .run(
            context -> {
              ServerStatus pod = status(ready(context.getBean(ToolCatalog.class)), "pod");
              assertThat(pod.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(pod.reason())
                  .contains("mcp.client.servers.pod.oauth.assertion-file cannot be read");
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
  void theCompanySaysWhoMayUseWhat() {
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
              assertThat(server.asked("/exchange").get(0).form())
                  .containsEntry("subject_token", "id-token-of-ann")
                  .containsEntry("audience", server.issuer());
              assertThat(server.asked("/token").get(0).authorization()).startsWith("Basic ");
            });
  }

  /** No prompt is needed, so a user's request for tools suffices. */
  @Test
  void toolsOfTheCompanyAreListedOnceAKnownUserAsksForThem() {
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
              context.getBean(UserTools.class).get();

              assertThat(listed.await(10, TimeUnit.SECONDS)).isTrue();
              assertThat(catalog.snapshot().tools()).hasSize(1);
            });
  }

  private ApplicationContextRunner company(ThreadLocal<String> user) {
    return application(
            url("wiki"),
            "mcp.client.servers.wiki.oauth.grant=enterprise-managed",
            "mcp.client.servers.wiki.oauth.client-id=desk",
            "mcp.client.servers.wiki.oauth.client-secret=s3cret",
            "mcp.client.servers.wiki.oauth.issuer=" + server.issuer(),
            "mcp.client.servers.wiki.oauth.identity-provider.client-id=desk-at-idp",
            "mcp.client.servers.wiki.oauth.identity-provider.token-endpoint="
                + server.issuer()
                + "/exchange")
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(IdTokens.class, () -> who -> "id-token-of-" + who);
  }

  /** Per-user lists use their user's token, or none if the user is unknown. */
  @Test
  void whoeverHasAListOfTheirOwnIsShownNobodyElses() {
    ThreadLocal<String> user = new ThreadLocal<>();
    application(
            url("own"),
            "mcp.client.users.initial-timeout=10s",
            "mcp.client.servers.own.per-user=true",
            "mcp.client.servers.own.oauth.grant=web",
            "mcp.client.servers.own.oauth.redirect-uri=https://desk.example.com/{server}")
        .withBean(CurrentUser.class, () -> user::get)
        .withBean(CallerContext.class, () -> () -> new OnThisThreadOnly(user.get()))
        .run(
            context -> {
              UserTools tools = context.getBean(UserTools.class);
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              user.set("bob");
              tools.get().snapshot();
              URI page = authorization.page("own");
              String state = ProtectedServer.form(page.getRawQuery()).get("state");
              authorization.complete("own", "code=code-bob&state=" + state);

              user.set("ann");
              assertThat(tools.get().snapshot().tools()).isEmpty();

              assertThat(server.calls()).noneMatch(call -> call.endsWith(" by bob"));
            });
  }

  /** Context of an application that identifies the user only on its request threads. */
  private record OnThisThreadOnly(String user) implements CallerContext.ContextSnapshot {
    @Override
    public <T> T call(Supplier<T> call) {
      return call.get();
    }
  }

  /** A dynamically registered client keeps its redirect URI. */
  @Test
  void whereAPersonCameBackToIsWishedForAgain() {
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
    application(url("files"), "mcp.client.servers.files.oauth.grant=browser")
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
  void whatIsNotConfiguredSaysWhatToSetAndCostsTheOthersNothing() {
    try (FakeMcpServer open = FakeMcpServer.create()) {
      open.tool("hello").returns(FakeResult.text("hi"));
      ApplicationContextRunner application =
          application(url("closed"), "mcp.client.servers.open.url=" + open.http().url());
      for (ApplicationContextRunner line :
          List.of(
              application,
              application.withClassLoader(new FilteredClassLoader("io.mcpbridge.oauth")))) {
        line.run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(catalog.call("open__hello", "{}", CallOptions.defaults()).text())
                  .isEqualTo("hi");
              assertThat(catalog.snapshot().tools()).hasSize(1);
              ServerStatus closed = status(catalog, "closed");
              assertThat(closed.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(closed.reason())
                  .contains("wants a token")
                  .contains("mcp.client.servers.closed.oauth.grant")
                  .contains("mcp.client.servers.closed.bearer-token");
              assertThat(server.asked("/.well-known/oauth-authorization-server")).isEmpty();
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
  void whatHoldsForAllIsNotForAServerThatHasATokenOrSaysOtherwise() {
    application(
            url("own"),
            "mcp.client.servers.own.bearer-token=mine",
            url("none"),
            "mcp.client.servers.none.oauth.grant=none",
            url("all"),
            "mcp.client.defaults.oauth.grant=browser")
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
