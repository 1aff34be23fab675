package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of stdio servers without a property, as observed by the processes that they start. */
class StdioCustomizerTest {

  @Test
  void inheritEnv() {
    String[] names = System.getenv().keySet().toArray(String[]::new);
    run(
        catalog -> {
          List<String> inherited = environment(catalog);
          assertThat(inherited).contains("PATH");
          assertThat(System.getenv().keySet())
              .as("more than is given anyway")
              .anyMatch(name -> !inherited.contains(name));
        },
        stdio -> {});
    run(
        catalog -> assertThat(environment(catalog)).containsAll(System.getenv().keySet()),
        stdio -> stdio.inheritEnvironment(names));
  }

  private static List<String> environment(ToolCatalog catalog) {
    return call(catalog, "s__environment", "{}").text().lines().toList();
  }

  /** With the default of 30 seconds the connection would time out. */
  @Test
  void probeTimeout() {
    run(
        catalog -> assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED),
        stdio -> stdio.probeTimeout(Duration.ofMillis(200)),
        "args[3]=--old",
        "initialization-timeout=29s");
  }

  @Test
  void shutdownGrace(@TempDir Path folder) throws Exception {
    Path lastWord = folder.resolve("last-word");
    long[] pid = new long[1];
    run(
        catalog -> pid[0] = Long.parseLong(call(catalog, "s__pid", "{}").text()),
        stdio -> stdio.exitTimeout(Duration.ofMillis(1)).killTimeout(Duration.ofMillis(1)),
        "args[3]=--stubborn=" + lastWord);

    gone(pid[0]).get(60, TimeUnit.SECONDS);
    assertThat(lastWord).as("it was not given the time").doesNotExist();
  }

  private static CompletableFuture<?> gone(long pid) {
    return ProcessHandle.of(pid)
        .<CompletableFuture<?>>map(ProcessHandle::onExit)
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private static void run(
      Consumer<ToolCatalog> check,
      Consumer<StdioTransport.Builder> customize,
      String... properties) {
    McpServerCustomizer customizer =
        new McpServerCustomizer() {
          @Override
          public void stdio(String server, StdioTransport.Builder transport) {
            customize.accept(transport);
          }
        };
    Stream<String> command =
        Stream.of(
            "command=" + Path.of(System.getProperty("java.home"), "bin", "java"),
            "args[0]=-cp",
            "args[1]=" + absoluteClassPath(),
            "args[2]=" + ChildServer.class.getName());
    CatalogApplication.run(
        CatalogApplication.application(
                Stream.concat(command, Arrays.stream(properties))
                    .map(property -> "servers.s." + property)
                    .toArray(String[]::new))
            .withBean(McpServerCustomizer.class, () -> customizer),
        check);
  }

  private static String absoluteClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
