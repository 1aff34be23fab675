package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.ServerTurn;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault is seeded into one server of a catalog, beside a healthy one. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(LeakCheck.class)
class DoctorTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String FAULTY = "faulty";
  private static final String PASSWORD = "changeit";

  private static SSLContext serverContext;

  @TempDir private Path folder;

  private final List<AutoCloseable> resources = new ArrayList<>();

  /** A faulty server of a test. */
  private record SeededFault(
      String name,
      Function<DoctorTest, Transport> transport,
      ServerOptions options,
      Duration deadline,
      Severity severity,
      String setting,
      List<String> words) {

    static SeededFault error(
        String name, Function<DoctorTest, Transport> transport, String setting, String... words) {
      return new SeededFault(
          name,
          transport,
          ServerOptions.defaults(),
          MINUTE,
          Severity.ERROR,
          setting,
          List.of(words));
    }

    static SeededFault warning(
        String name, Function<DoctorTest, Transport> transport, String setting, String... words) {
      return error(name, transport, setting, words).as(Severity.WARNING);
    }

    SeededFault as(Severity newSeverity) {
      return new SeededFault(name, transport, options, deadline, newSeverity, setting, words);
    }

    SeededFault with(ServerOptionsBuilder newOptions) {
      return new SeededFault(
          name, transport, newOptions.build(), deadline, severity, setting, words);
    }

    SeededFault within(Duration newDeadline) {
      return new SeededFault(name, transport, options, newDeadline, severity, setting, words);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<SeededFault> processFaults() {
    return Stream.of(
        SeededFault.error(
            "command not found",
            test -> StdioTransport.of("no-such-program", "-y"),
            "command",
            "\"no-such-program\" was not found",
            "PATH"),
        SeededFault.error(
            "whole command line as command",
            test -> StdioTransport.of("echo -n hello"),
            "command",
            "whole command line"),
        SeededFault.error(
            "not executable",
            test -> StdioTransport.of(test.file("server.py", "print()").toString()),
            "command",
            "not executable"),
        SeededFault.error(
            "wrong argument",
            test ->
                shell("echo 'error: unknown option --stdoi' >&2; echo 'Usage: server' >&2; exit 2"),
            "args",
            "exit code 2",
            "unknown option --stdoi"),
        SeededFault.error(
            "missing script",
            test ->
                shell(
                    "echo \"Error: Cannot find module '/srv/index.js'\" >&2; echo '    at Module'"
                        + " >&2; echo 'Node.js v22.1.0' >&2; exit 1"),
            "args",
            "Cannot find module '/srv/index.js'"),
        SeededFault.error(
            "missing variable",
            test -> shell("echo 'GITHUB_TOKEN environment variable is required' >&2; exit 1"),
            "env",
            "GITHUB_TOKEN environment variable is required"),
        SeededFault.error(
            "missing interpreter",
            test -> shell("echo 'env: node: No such file or directory' >&2; exit 127"),
            "command",
            "exit code 127",
            "node: No such file"),
        SeededFault.error(
            "dies at once",
            test -> shell("exit 3"),
            "args",
            "exit code 3",
            "nothing on standard error"),
        SeededFault.error(
            "wrong working directory",
            test ->
                StdioTransport.builder("sh", "-c", "cat")
                    .workingDirectory(Path.of("/no/such/folder"))
                    .build(),
            "working-directory",
            "/no/such/folder",
            "does not exist"),
        SeededFault.error(
                "slow start", test -> shell("sleep 60"), "initialization-timeout", "still starting")
            .within(Duration.ofMillis(300)),
        SeededFault.error(
                "no MCP server, but a program that echoes",
                test -> StdioTransport.of("cat"),
                "initialization-timeout",
                "still starting")
            .within(Duration.ofMillis(300)),
        SeededFault.warning(
            "prints to standard output",
            test -> {
              List<String> command =
                  new ArrayList<>(List.of("-c", "echo 'Server v1.2 ready'; exec \"$@\"", "sh"));
              command.addAll(FakeMcpServerMain.command(HealthyServer.class));
              return StdioTransport.of("sh", command.toArray(String[]::new));
            },
            "args",
            "Server v1.2 ready",
            "standard output"));
  }

  static Stream<SeededFault> httpFaults() {
    return Stream.of(
        SeededFault.error(
            "nothing listens",
            test -> http("http://127.0.0.1:" + freePort() + "/mcp"),
            "url",
            "nothing listens at 127.0.0.1",
            "refused"),
        SeededFault.error(
            "unknown host",
            test -> http("http://no-such-host.invalid/mcp"),
            "url",
            "no-such-host.invalid is not known"),
        SeededFault.error(
            "https to a plain port",
            test -> http(test.fake().url().replace("http://", "https://")),
            "url",
            "without TLS"),
        SeededFault.error(
            "http to a TLS port",
            test -> http("http://127.0.0.1:" + test.tls().port() + "/mcp"),
            "url",
            "expects TLS"),
        SeededFault.error(
            "untrusted certificate",
            test -> http("https://localhost:" + test.tls().port() + "/mcp"),
            "ssl-bundle",
            "no TLS with localhost"),
        SeededFault.error(
            "wrong host name",
            test ->
                StreamableHttpTransport.builder(
                        URI.create("https://127.0.0.1:" + test.tls().port() + "/mcp"))
                    .sslContext(serverContext)
                    .build(),
            "url",
            "no TLS with 127.0.0.1"),
        SeededFault.error(
            "web page in place of a server",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "200 OK", "Content-Type: text/html\r\n", "<html>Welcome</html>"))
                        .url()),
            "url",
            "text/html"),
        SeededFault.error(
            "JSON API of another service",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "200 OK",
                                "Content-Type: application/json\r\n",
                                "{\"status\":\"UP\"}"))
                        .url()),
            "url",
            "JSON"),
        SeededFault.error(
            "wrong path",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "404 Not Found", "Content-Type: text/plain\r\n", "nope"))
                        .url()),
            "url",
            "HTTP status 404"),
        SeededFault.error(
            "redirect",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "308 Permanent Redirect",
                                "Location: https://example.com/mcp\r\n",
                                ""))
                        .url()),
            "url",
            "example.com"),
        SeededFault.error(
            "401 without a token",
            test ->
                http(
                    test.open(
                            PeerServer.http(
                                "401 Unauthorized",
                                "WWW-Authenticate: Bearer"
                                    + " resource_metadata=\"https://example.com/m\"\r\n",
                                ""))
                        .url()),
            "headers",
            "401",
            "no Authorization was sent"),
        SeededFault.error(
            "401 with a token",
            test ->
                StreamableHttpTransport.builder(
                        URI.create(
                            test.open(
                                    PeerServer.http(
                                        "401 Unauthorized", "WWW-Authenticate: Bearer\r\n", ""))
                                .url()))
                    .header("Authorization", "Bearer s3cret-token")
                    .build(),
            "headers",
            "401",
            "check the credentials"),
        SeededFault.error(
            "wrong issuer",
            test ->
                StreamableHttpTransport.builder(URI.create(test.fake().url()))
                    .credentials(
                        request -> {
                          throw new McpAuthorizationException("the metadata names another issuer")
                              .withSetting("auth.oauth2.issuer");
                        })
                    .build(),
            "auth.oauth2.issuer",
            "names another issuer"),
        SeededFault.error(
            "nobody has signed in",
            test ->
                StreamableHttpTransport.builder(URI.create(test.fake().url()))
                    .credentials(
                        request -> {
                          throw McpAuthorizationException.userRequired(
                              "nobody has signed in at /login", null);
                        })
                    .build(),
            null,
            "has signed in at /login"),
        SeededFault.error(
            "403",
            test -> http(test.open(PeerServer.http("403 Forbidden", "", "")).url()),
            "headers",
            "403"),
        SeededFault.error(
            "server failure",
            test -> http(test.open(PeerServer.http("500 Internal Server Error", "", "")).url()),
            "url",
            "HTTP status 500"),
        SeededFault.error(
            "SSH",
            test -> http(test.open(new PeerServer(DoctorTest::ssh)).url()),
            "url",
            "SSH-2.0-OpenSSH_9.6"),
        SeededFault.error(
            "Redis",
            test -> http(test.open(new PeerServer(DoctorTest::redis)).url()),
            "url",
            "not valid HTTP"),
        SeededFault.error(
            "proxy refuses",
            test ->
                StreamableHttpTransport.builder(URI.create("https://mcp.example.com/mcp"))
                    .proxy(
                        URI.create(
                            "http://127.0.0.1:"
                                + test.open(
                                        PeerServer.http(
                                            "407 Proxy Authentication Required", "", ""))
                                    .port()))
                    .build(),
            "proxy",
            "the proxy 127.0.0.1",
            "credentials"),
        SeededFault.error(
            "no proxy",
            test ->
                StreamableHttpTransport.builder(URI.create("https://mcp.example.com/mcp"))
                    .proxy(URI.create("http://127.0.0.1:" + freePort()))
                    .build(),
            "proxy",
            "the proxy 127.0.0.1",
            "refused"),
        SeededFault.error(
                "server that never answers",
                test -> http(test.fake().inject(Faults.silence()).url()),
                "url",
                "still connecting")
            .within(Duration.ofMillis(300)),
        SeededFault.warning(
            "session lost",
            test -> http(test.open(new SessionLosingServer()).url()),
            "url",
            "session",
            "404"),
        SeededFault.warning(
            "old revision",
            test -> http(test.fake().speaking("2024-11-05").url()),
            null,
            "2024-11-05"));
  }

  static Stream<SeededFault> toolFaults() {
    String wide =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"description\":\""
            + "word ".repeat(3000)
            + "\"}}}";
    return Stream.of(
        SeededFault.error(
            "invalid schema",
            test -> test.tools(fake -> fake.tool("broken").inputSchema("{\"type\":\"array\"}")),
            "exclude",
            "\"broken\""),
        SeededFault.error(
            "schema of another type",
            test -> test.tools(fake -> fake.tool("broken").inputSchema("\"text\"")),
            null,
            "\"broken\""),
        SeededFault.warning(
            "unknown type and required that is a string",
            test ->
                test.tools(
                    fake ->
                        fake.tool("search")
                            .inputSchema(
                                "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"strnig\"}},"
                                    + "\"required\":\"q\"}")),
            "exclude",
            "the tool \"search\" is invalid",
            "it has a `required` that is not an array of strings",
            "#/properties/q has the unknown `type` \"strnig\""),
        SeededFault.warning(
            "schema with properties, enum and reference that are wrong",
            test ->
                test.tools(
                    fake ->
                        fake.tool("search")
                            .inputSchema(
                                "{\"type\":\"object\",\"properties\":{\"a\":{\"properties\":[]},"
                                    + "\"b\":{\"enum\":\"x\"},\"c\":{\"$ref\":\"#/$defs/none\"},"
                                    + "\"d\":{\"$ref\":\"#/$defs/d\"}},\"$defs\":{\"d\":true}}")),
            "exclude",
            "#/properties/a has `properties` that are not an object",
            "#/properties/b has an `enum` that is not an array",
            "#/properties/c has a `$ref` that leads nowhere: \"#/$defs/none\""),
        SeededFault.warning(
            "too many tools",
            test -> test.tools(fake -> IntStream.range(0, 130).forEach(i -> fake.tool("tool" + i))),
            "include",
            "131",
            "at most 128"),
        SeededFault.warning(
            "huge definitions",
            test -> test.tools(fake -> fake.tool("wide").inputSchema(wide)),
            "include",
            "tokens",
            "wide"),
        SeededFault.error(
                "misspelled pattern",
                test -> test.tools(fake -> fake.tool("search")),
                "include",
                "\"serach\"",
                "similar names: \"search\"")
            .with(
                ServerOptions.builder()
                    .selection(ToolSelection.builder().include("serach", "find*").build())),
        SeededFault.warning(
                "misspelled exclusion",
                test -> test.tools(fake -> fake.tool("delete_all")),
                "exclude",
                "\"delet_all\"")
            .with(
                ServerOptions.builder()
                    .selection(ToolSelection.builder().exclude("delet_all").build())),
        SeededFault.warning(
            "invisible characters",
            test -> test.tools(fake -> fake.tool("read").description("Reads\u200b a file")),
            "ServerOptions.invisibleCharacters",
            "people do not see"),
        SeededFault.warning(
            "no tools",
            test -> test.tools(fake -> fake.removeTool("find")),
            "headers",
            "lists no tools"));
  }

  @ParameterizedTest
  @MethodSource({"processFaults", "httpFaults", "toolFaults"})
  void advisesOnlySettingsThatTheFileCanHave(SeededFault fault) {
    List<String> unsettable =
        List.of(
            "initialization-timeout",
            "login-shell-path",
            "ssl-bundle",
            "proxy",
            "auth.oauth2.grant",
            "tool-name-prefix",
            "tool-change-policy",
            "mcp.client.tool-search.mode");
    SettingOrigins origins =
        new SettingOrigins() {
          @Override
          public @Nullable SettingOrigin origin(String server, String setting) {
            return null;
          }

          @Override
          public boolean isSettable(String server, String setting) {
            return !unsettable.contains(setting);
          }
        };
    Doctor doctor = Doctor.builder().deadline(fault.deadline()).origins(origins).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server(FAULTY, fault.transport().apply(this), fault.options())
            .build()) {

      assertThat(doctor.examine(catalog).server(FAULTY).findings())
          .allSatisfy(
              finding ->
                  assertThat(finding.advice())
                      .isNotEmpty()
                      .doesNotContain(
                          unsettable.stream()
                              .flatMap(name -> Stream.of("Write `" + name, "longer `" + name))
                              .toArray(String[]::new))
                      .doesNotContain("`ssl-bundle`", "`proxy`", "search.mode", "oauth2.grant"));
    }
  }

  @ParameterizedTest
  @MethodSource({"processFaults", "httpFaults", "toolFaults"})
  void namesCauseAndSetting(SeededFault fault) {
    SettingOrigin origin = SettingOrigin.of("application.yml", 7, null);
    Doctor doctor =
        Doctor.builder()
            .deadline(fault.deadline())
            .origins((server, setting) -> server.equals(FAULTY) ? origin : null)
            .build();
    try (ToolCatalog catalog =
        healthy().server(FAULTY, fault.transport().apply(this), fault.options()).build()) {
      catalog.awaitReady("weather", MINUTE); // some deadlines are short

      Diagnosis diagnosis = doctor.examine(catalog);

      assertThat(diagnosis.server("weather").findings()).isEmpty();
      assertThat(diagnosis.server(FAULTY).isHealthy()).isFalse();
      assertThat(diagnosis.isHealthy()).isFalse();
      assertThat(diagnosis.server(FAULTY).findings())
          .anySatisfy(
              finding -> {
                assertThat(finding.severity()).isEqualTo(fault.severity());
                assertThat(finding.cause()).contains(fault.words()).doesNotContain("s3cret", "\n");
                assertThat(finding.setting()).isEqualTo(fault.setting());
                assertThat(finding.origin()).isEqualTo(fault.setting() == null ? null : origin);
                assertThat(finding.advice()).isNotEmpty();
              });
    }
  }

  @Test
  void namesToolWithNameOfAnotherServersTool() {
    try (ToolCatalog catalog = healthy().build()) {
      catalog.awaitReady(MINUTE); // so that the name belongs to this server
      catalog.add(
          FAULTY,
          tools(fake -> fake.tool("forecast")),
          ServerOptions.builder().toolNamePrefix(false).build());

      Diagnosis diagnosis = Doctor.builder().deadline(MINUTE).build().examine(catalog);

      assertThat(diagnosis.server("weather").findings()).isEmpty();
      assertThat(diagnosis.server(FAULTY).findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                assertThat(finding.cause()).contains("\"forecast\"", "same name", "\"weather\"");
                assertThat(finding.setting()).isEqualTo("tool-name-prefix");
              });
    }
  }

  @Test
  void advisesAuthenticationSchemeOfServer() {
    PeerServer peer =
        open(
            PeerServer.http("401 Unauthorized", "WWW-Authenticate: basic realm=\"staff\"\r\n", ""));
    try (ToolCatalog catalog = healthy().server(FAULTY, http(peer.url())).build()) {
      assertThat(Doctor.builder().deadline(MINUTE).build().examine(catalog, FAULTY).findings())
          .extracting(Finding::advice)
          .singleElement()
          .asString()
          .contains("`Authorization: \"Basic ${CREDENTIALS}\"`")
          .doesNotContain("Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "2025-11-25"})
  void reportsServerThatDoesNotListItsTools(String revision) {
    FakeMcpServer hung = fake().speaking(revision).inject("tools/list", Faults.silence());
    try (ToolCatalog catalog = healthy().server(FAULTY, http(hung.url())).build()) {
      hung.awaitReceived("tools/list", MINUTE);

      ServerDiagnosis diagnosis =
          Doctor.builder().deadline(Duration.ofMillis(10)).build().examine(catalog, FAULTY);

      assertThat(diagnosis.revision()).isEqualTo(revision);
      assertThat(diagnosis.findings())
          .extracting(Finding::cause)
          .containsExactly("The server is connected, but did not answer tools/list within 10 ms.");
    }
  }

  @Test
  void hungServerDelaysNoOther() {
    List<String> finished = new CopyOnWriteArrayList<>();
    FakeMcpServer[] hung = {fake().inject(Faults.silence())};
    DoctorListener listener =
        new DoctorListener() {
          @Override
          public void finished(ServerDiagnosis diagnosis) {
            finished.add(diagnosis.server());
            if (diagnosis.server().equals("weather")) {
              hung[0].clearFaults().disconnectAll(); // it hangs until another one is examined
            }
          }
        };
    try (ToolCatalog catalog = healthy().server(FAULTY, http(hung[0].url())).build()) {
      Doctor.builder().deadline(MINUTE).listener(listener).build().examine(catalog);

      assertThat(finished).containsExactly("weather", FAULTY);
    }
  }

  @Test
  void sendsNothingToLazyServerUnlessAsked() {
    FakeMcpServer lazy = fake();
    try (ToolCatalog catalog =
        healthy()
            .server(
                "lazy", http(lazy.url()), ServerOptions.builder().start(StartPolicy.LAZY).build())
            .build()) {
      catalog.awaitReady(MINUTE);

      ServerDiagnosis passive = Doctor.builder().connects(false).build().examine(catalog, "lazy");

      assertThat(passive.findings())
          .singleElement()
          .extracting(Finding::setting)
          .isEqualTo("start");
      assertThat(passive.isHealthy()).isTrue();
      assertThat(lazy.received()).isEmpty();

      ServerDiagnosis active = Doctor.builder().deadline(MINUTE).build().examine(catalog, "lazy");

      assertThat(active.findings()).isEmpty();
      assertThat(active.toolCount()).isEqualTo(1);
      assertThat(active.tokens()).isPositive();
      assertThat(active.revision()).isNotNull();
      assertThat(lazy.received("tools/list")).isNotEmpty();
    }
  }

  @Test
  void reportsDisabledServerWithoutConnectingIt() {
    FakeMcpServer disabled = fake();
    try (ToolCatalog catalog = healthy().server("off", http(disabled.url())).build()) {
      catalog.disable("off", "the operator");
      disabled.clearReceived();

      ServerDiagnosis diagnosis = Doctor.builder().build().examine(catalog, "off");

      assertThat(diagnosis.findings())
          .singleElement()
          .satisfies(finding -> assertThat(finding.cause()).contains("disabled by the operator"));
      assertThat(diagnosis.isHealthy()).isTrue();
    }
  }

  /** A healthy server beside the faulty one. */
  private ToolCatalogBuilder healthy() {
    FakeMcpServer weather = open(FakeMcpServer.create());
    weather.tool("forecast").description("The forecast of a city").returns("sunny");
    return ToolCatalog.builder()
        .server(
            "weather", http(weather.url()), ServerOptions.builder().toolNamePrefix(false).build());
  }

  private FakeMcpServer fake() {
    FakeMcpServer server = open(FakeMcpServer.create());
    server.tool("find").description("Finds something").returns("found");
    return server;
  }

  private Transport tools(Consumer<FakeMcpServer> script) {
    FakeMcpServer server = fake();
    script.accept(server);
    return http(server.url());
  }

  private <T extends AutoCloseable> T open(T resource) {
    resources.add(resource);
    return resource;
  }

  private static Transport http(String url) {
    return StreamableHttpTransport.of(url);
  }

  private static Transport shell(String script) {
    return StdioTransport.of("sh", "-c", script);
  }

  private Path file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server over stdio, in a process of its own. */
  public static final class HealthyServer implements Supplier<FakeMcpServer> {

    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("find").description("Finds something").returns("found");
      return server;
    }
  }

  /** Forgets its sessions before each listing but the first. */
  private static final class SessionLosingServer implements AutoCloseable {

    private final FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25");

    SessionLosingServer() {
      server.tool("find").description("Finds something").returns("found");
      server.injectNext("tools/list", ServerTurn::answer, Faults.forgetSessions());
    }

    String url() {
      return server.url();
    }

    @Override
    public void close() {
      server.close();
    }
  }

  private static void ssh(Socket socket) throws Exception {
    socket.getOutputStream().write("SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    socket.getInputStream().readAllBytes();
  }

  private static void redis(Socket socket) throws Exception {
    PeerServer.readRequest(socket);
    socket
        .getOutputStream()
        .write(
            "-ERR wrong number of arguments for 'post' command\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private PeerServer tls() {
    return open(
        new PeerServer(
            serverContext.getServerSocketFactory(),
            socket -> {
              ((SSLSocket) socket).startHandshake();
              socket.getInputStream().readAllBytes();
            }));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void closeServers() throws Exception {
    for (AutoCloseable resource : resources) {
      resource.close();
    }
  }

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("server.p12");
    String[] command = {
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
      "-genkeypair",
      "-keyalg",
      "EC",
      "-dname",
      "CN=localhost",
      "-ext",
      "san=dns:localhost",
      "-storetype",
      "PKCS12",
      "-storepass",
      PASSWORD,
      "-keystore",
      file.toString()
    };
    Process keytool = new ProcessBuilder(Arrays.asList(command)).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate(keys.aliases().nextElement()));
    KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
    identity.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    serverContext = SSLContext.getInstance("TLS");
    serverContext.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
  }
}
