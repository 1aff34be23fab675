package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.spring.boot.McpServersFiles;
import io.mcpbridge.spring.boot.ServersFilesCustomizer;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A {@code claude_desktop_config.json} with {@code mcp-remote} logs in to a protected server,
 * without Node: on a desktop in the browser, in a web application on its permission page.
 */
class McpRemoteTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ProtectedServer server = new ProtectedServer();
  private final ExecutorService browser = Executors.newCachedThreadPool();
  private final List<URI> shown = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> landed = new LinkedBlockingQueue<>();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    browser.shutdownNow();
    server.close();
  }

  /** As Claude Desktop writes it. */
  private Path claudeDesktop(String name, String... arguments) throws IOException {
    StringBuilder args = new StringBuilder();
    for (String arg : arguments) {
      args.append(", \"").append(arg.replace("\"", "\\\"")).append('"');
    }
    return file(
        """
        {"mcpServers": {"%s": {
           "command": "npx",
           "args": ["-y", "mcp-remote", "%s"%s]}}}
        """
            .formatted(name, server.url(), args));
  }

  private Path file(String json) throws IOException {
    return Files.writeString(folder.resolve("claude_desktop_config.json"), json);
  }

  private ApplicationContextRunner desktop(Path file, String... properties) {
    return application(file, properties)
        .withBean(LoopbackPrompt.class, () -> LoopbackPrompt.showing(this::visit));
  }

  private ApplicationContextRunner application(Path file, String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpClientAutoConfiguration.class,
                McpServersFilesAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.config-files.global=" + file,
            "mcp.client.defaults.auth.oauth2.allow-loopback=true")
        .withPropertyValues(properties);
  }

  /** The browser of the user: opens the page, agrees, and follows the redirect. */
  private void visit(URI page) {
    shown.add(page);
    browser.execute(
        () -> {
          Map<String, String> parameters = ProtectedServer.form(page.getRawQuery());
          String back =
              parameters.get("redirect_uri") + "?code=code-me&state=" + parameters.get("state");
          landed.add(send(HttpRequest.newBuilder(URI.create(back))).body());
        });
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static ToolCatalog ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }

  private static String whoami(ToolCatalog catalog, String name) {
    return catalog.call(name + "__whoami", "{}", CallOptions.defaults()).text();
  }

  private static ServerStatus only(ToolCatalog catalog) {
    assertThat(catalog.servers()).hasSize(1);
    return catalog.servers().get(0);
  }

  @Test
  void logsInOnDesktop() throws Exception {
    desktop(claudeDesktop("docs"), "spring.application.name=Weather desk")
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(whoami(catalog, "docs")).isEqualTo("me");

              assertThat(landed.poll(60, TimeUnit.SECONDS)).contains("You can close this window.");
              assertThat(shown).hasSize(1);
              assertThat(ProtectedServer.form(shown.get(0).getRawQuery()).get("redirect_uri"))
                  .startsWith("http://127.0.0.1:");
            });
  }

  /** As in a container or a batch job: there is no display, and no bean that shows the page. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @DisabledIfEnvironmentVariable(named = "DISPLAY", matches = ".+")
  @DisabledIfEnvironmentVariable(named = "WAYLAND_DISPLAY", matches = ".+")
  @DisabledIfEnvironmentVariable(named = "BROWSER", matches = ".+")
  @DisabledIfEnvironmentVariable(named = "WSL_DISTRO_NAME", matches = ".+")
  void saysWhatToDoWithoutDesktop() throws Exception {
    application(claudeDesktop("docs"))
        .run(
            context -> {
              ServerStatus docs = only(ready(context.getBean(ToolCatalog.class)));

              assertThat(docs.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
              assertThat(docs.reason())
                  .contains("this process has no desktop")
                  .contains("oauth.token-file.path", "client-credentials", "bearer token");
            });
  }

  /** The client of the entry is registered for exactly one redirect URI. */
  @Test
  void logsInWithStaticClient() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    desktop(
            claudeDesktop(
                "docs",
                "" + port,
                "--static-oauth-client-info",
                "{\"client_id\": \"static-desk\"}",
                "--static-oauth-client-metadata",
                "{\"scope\": \"read\"}"))
        .run(
            context -> {
              assertThat(whoami(ready(context.getBean(ToolCatalog.class)), "docs")).isEqualTo("me");

              assertThat(server.requests("/register")).isEmpty();
              assertThat(ProtectedServer.form(shown.get(0).getRawQuery()))
                  .containsEntry("client_id", "static-desk")
                  .containsEntry("scope", "read")
                  .containsEntry("redirect_uri", "http://localhost:" + port + "/oauth/callback");
            });
  }

  /** The default for all servers and the property of one server both end it. */
  @Test
  void opensNoBrowserIfPropertiesSayNone() throws Exception {
    for (String property : List.of("defaults.auth.type=none", "servers.docs.auth.type=none")) {
      desktop(claudeDesktop("docs"), "mcp.client." + property)
          .run(
              context -> {
                ServerStatus docs = only(ready(context.getBean(ToolCatalog.class)));
                assertThat(docs.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
                assertThat(docs.reason()).contains("mcp.client.servers.docs.auth.type=oauth2");
              });
    }
    assertThat(shown).isEmpty();
  }

  @Test
  void readingFileAgainKeepsLogin() throws Exception {
    desktop(claudeDesktop("docs"))
        .withBean(
            ServersFilesCustomizer.class, () -> files -> files.pollInterval(Duration.ofDays(1)))
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));
              assertThat(whoami(catalog, "docs")).isEqualTo("me");
              McpAuthorization authorization = context.getBean(McpAuthorization.class);
              McpServersFiles files = context.getBean(McpServersFiles.class);

              files.sync().reload();

              assertThat(whoami(catalog, "docs")).isEqualTo("me");
              assertThat(authorization.servers()).containsExactly("docs");
              authorization.signOut("docs");
              assertThat(server.requests("/revoke")).as("the token in use").isNotEmpty();
              assertThat(shown).hasSize(1);

              file("{\"mcpServers\": {}}");
              files.sync().reload();
              assertThat(authorization.servers()).isEmpty();
            });
  }

  /** An entry with a URL only; the other properties of the name do not make it a second server. */
  @Test
  void propertiesSupplementEntry() throws Exception {
    desktop(
            file("{\"mcpServers\": {\"docs\": {\"url\": \"" + server.url() + "\"}}}"),
            "mcp.client.servers.docs.auth.oauth2.scopes=read",
            "mcp.client.servers.docs.timeout=7s",
            "mcp.client.defaults.idle-timeout=5s")
        .run(
            context -> {
              ToolCatalog catalog = ready(context.getBean(ToolCatalog.class));

              assertThat(whoami(catalog, "docs")).isEqualTo("me");

              ServerStatus docs = only(catalog);
              assertThat(docs.options().timeout()).isEqualTo(Duration.ofSeconds(7));
              assertThat(docs.options().idleTimeout()).isEqualTo(Duration.ofSeconds(5));
              assertThat(ProtectedServer.form(shown.get(0).getRawQuery()))
                  .containsEntry("scope", "read");
            });
  }

  @Test
  void defaultsReachEntries() throws Exception {
    desktop(
            file("{\"mcpServers\": {\"docs\": {\"url\": \"" + server.url() + "\"}}}"),
            "mcp.client.defaults.auth.type=oauth2")
        .run(
            context ->
                assertThat(whoami(ready(context.getBean(ToolCatalog.class)), "docs"))
                    .isEqualTo("me"));
  }

  @Test
  void logsInOnPermissionPageOfWebApplication() throws Exception {
    try (ConfigurableApplicationContext web =
        web(
            claudeDesktop("docs"),
            "--mcp.client.defaults.auth.oauth2.redirect-uri="
                + "https://desk.example.com/mcp/oauth/callback/{server}")) {
      ready(web.getBean(ToolCatalog.class));
      assertThat(get(web, "ann", "/waiting")).contains("docs");

      HttpResponse<String> sent = request(web, "ann", "/mcp/oauth/authorize/docs");
      assertThat(sent.statusCode()).isEqualTo(303);
      URI page = URI.create(sent.headers().firstValue("Location").orElseThrow());
      assertThat(page.toString()).startsWith(server.issuer() + "/authorize?");
      Map<String, String> parameters = ProtectedServer.form(page.getRawQuery());
      assertThat(parameters)
          .containsEntry("redirect_uri", "https://desk.example.com/mcp/oauth/callback/docs");
      assertThat(
              get(
                  web,
                  "ann",
                  "/mcp/oauth/callback/docs?code=code-ann&state=" + parameters.get("state")))
          .contains("Access granted");

      assertThat(get(web, "ann", "/whoami")).isEqualTo("ann");
      assertThat(get(web, "bob", "/whoami")).contains("must grant access first");
      assertThat(shown).as("no browser of the machine").isEmpty();
    }
  }

  /** A public server behind mcp-remote must not fail, so the entry is used without a login. */
  @Test
  void namesRedirectUriInWebApplicationWithoutOne() throws Exception {
    try (ConfigurableApplicationContext web = web(claudeDesktop("docs"))) {
      ServerStatus docs = only(ready(web.getBean(ToolCatalog.class)));

      assertThat(docs.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
      assertThat(docs.reason()).contains("mcp.client.defaults.auth.oauth2.redirect-uri");
      assertThat(request(web, "ann", "/mcp/oauth/authorize/docs").statusCode()).isEqualTo(404);
      assertThat(shown).isEmpty();
    }
  }

  private ConfigurableApplicationContext web(Path file, String... properties) {
    SpringApplication application = new SpringApplication(WebApplication.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(LoopbackPrompt.class, () -> LoopbackPrompt.showing(this::visit)));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.ai.openai.api-key=none",
                "--spring.jmx.enabled=false",
                "--mcp.client.config-files.global=" + file,
                "--mcp.client.defaults.auth.oauth2.allow-loopback=true"));
    arguments.addAll(List.of(properties));
    return application.run(arguments.toArray(String[]::new));
  }

  private static String get(ConfigurableApplicationContext web, String user, String path) {
    return request(web, user, path).body();
  }

  private static HttpResponse<String> request(
      ConfigurableApplicationContext web, String user, String path) {
    String port = web.getEnvironment().getProperty("local.server.port");
    return send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("X-User", user));
  }

  @EnableAutoConfiguration
  static class WebApplication {

    /** Reads the user from a header; a real application uses its session. */
    @Bean
    CurrentUser currentUser() {
      return () ->
          RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes servlet
              ? servlet.getRequest().getHeader("X-User")
              : null;
    }

    @Bean
    RouterFunction<ServerResponse> pages(ToolCatalog catalog, McpAuthorization authorization) {
      return RouterFunctions.route()
          .GET("/whoami", request -> ServerResponse.ok().body(whoami(catalog)))
          .GET("/waiting", request -> ServerResponse.ok().body("" + authorization.waiting()))
          .build();
    }

    /** Permission is followed by a refresh of the tool list. */
    private static String whoami(ToolCatalog catalog) {
      catalog.refresh(List.of("docs"), Duration.ofSeconds(20));
      return McpRemoteTest.whoami(catalog, "docs");
    }
  }
}
