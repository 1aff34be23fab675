package io.mcpbridge.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/**
 * An application processed ahead of time, as by {@code process-aot} and for native images. Its
 * servers are configured at run time.
 */
class AheadOfTimeTest {

  /** The system property by which Spring detects a native image. */
  private static final String NATIVE = "org.graalvm.nativeimage.imagecode";

  /** Boot 4 then requires a newer Java than the tests do. */
  private static final boolean AS_NATIVE =
      Objects.requireNonNull(SpringBootVersion.getVersion()).startsWith("3.");

  @TempDir static Path directory;

  @Test
  void processedApplicationUsesServersConfiguredAtRuntime() throws Exception {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns("Rain");

      String output =
          start(
              AS_NATIVE ? "-D" + NATIVE + "=runtime" : "-D" + NATIVE + ".none",
              "--mcp.client.quite-something-else=1",
              "--mcp.client.servers.weather.url=" + server.url(),
              "--mcp.client.servers.weather.headers.X-Key=letmein",
              "--mcp.client.servers.closed.url=http://127.0.0.1:1/mcp",
              "--mcp.client.servers.closed.auth.oauth2.grant=client-credentials",
              "--mcp.client.servers.closed.auth.oauth2.client-id=desk",
              "--mcp.client.servers.closed.auth.oauth2.client-secret=letmein",
              "--mcp.client.servers.closed.auth.oauth2.issuer=https://as.example.com");

      assertThat(output)
          .contains(
              "prepared: true", "weather__forecast says Rain", "endpoint: true", "health: true")
          .contains("tokens: [closed]", "[info][class,load]")
          .doesNotContain("letmein", " com.nimbusds.");
      assertThat(output).contains("no effect: mcp.client.quite-something-else");
      assertThat(server.received("tools/call").get(0).header("X-Key")).isEqualTo("letmein");
    }
  }

  @Test
  void registersRuntimeHints() throws Exception {
    String hints;
    try (Stream<Path> files = Files.walk(directory.resolve("resources"))) {
      hints =
          files
              .filter(file -> file.toString().endsWith(".json"))
              .map(AheadOfTimeTest::read)
              .collect(Collectors.joining());
    }
    assertThat(hints)
        .contains("io.mcpbridge.spring.boot.McpServerProperties")
        .contains(
            "io.mcpbridge.spring.oauth.settings.McpOAuthProperties$IdentityProviderProperties")
        .contains("io.mcpbridge.spring.endpoint.McpEndpoint")
        .contains("java.lang.Thread$Builder", "newThreadPerTaskExecutor")
        .contains("Saml2AuthenticatedPrincipal", "getRelyingPartyRegistrationId");
  }

  @BeforeAll
  static void prepare() {
    Settings settings =
        Settings.builder()
            .sourceOutput(directory.resolve("sources"))
            .resourceOutput(directory.resolve("resources"))
            .classOutput(directory.resolve("classes"))
            .groupId("com.example")
            .artifactId("application")
            .build();
    new SpringApplicationAotProcessor(AotApplication.class, settings, arguments()).process();
  }

  private static String[] arguments(String... properties) {
    return Stream.concat(
            Stream.of(
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--management.endpoints.web.exposure.include=mcp"),
            Stream.of(properties))
        .toArray(String[]::new);
  }

  /** Compiles the generated sources and runs the application in a new process. */
  private static String start(String option, String... properties) throws Exception {
    compile();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load",
                "-Dspring.aot.enabled=true",
                option,
                "-cp",
                Stream.of("classes", "resources")
                        .map(name -> directory.resolve(name).toString())
                        .collect(Collectors.joining(":", "", ":"))
                    + System.getProperty("java.class.path"),
                AotApplication.class.getName()));
    command.addAll(Arrays.asList(arguments(properties)));
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    String text = read(output);
    assertThat(status).as(text).isZero();
    return text;
  }

  private static void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-nowarn",
                "-proc:none",
                "-d",
                directory.resolve("classes").toString(),
                "-cp",
                directory.resolve("classes") + ":" + System.getProperty("java.class.path")));
    try (Stream<Path> sources = Files.walk(directory.resolve("sources"))) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
