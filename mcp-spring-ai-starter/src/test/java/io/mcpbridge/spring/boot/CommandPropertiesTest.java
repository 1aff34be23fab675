package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.Configured.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ToolCatalog;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The properties of stdio servers, as observed by the processes that they start. */
class CommandPropertiesTest {

  @Test
  void inheritEnv() {
    String everything = String.join(",", System.getenv().keySet());
    run(
        catalog -> {
          List<String> some = environment(catalog);
          assertThat(some).contains("PATH");
          assertThat(System.getenv().keySet())
              .as("more than is given anyway")
              .anyMatch(name -> !some.contains(name));
        });
    run(
        catalog -> assertThat(environment(catalog)).containsAll(System.getenv().keySet()),
        "inherit-env=" + everything);
  }

  private static List<String> environment(ToolCatalog catalog) {
    return call(catalog, "s__environment", "{}").text().lines().toList();
  }

  /** With the default of 30 seconds the connection would time out. */
  @Test
  void probeTimeout() {
    run(
        catalog -> assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED),
        "args[3]=--old",
        "initialization-timeout=29s",
        "probe-timeout=200ms");
  }

  @Test
  void shutdownGrace(@TempDir Path folder) throws Exception {
    Path lastWord = folder.resolve("last-word");
    long[] pid = new long[1];
    run(
        catalog -> pid[0] = Long.parseLong(call(catalog, "s__pid", "{}").text()),
        "args[3]=--stubborn=" + lastWord,
        "shutdown.exit-timeout=1ms",
        "shutdown.kill-timeout=1ms");

    gone(pid[0]).get(10, TimeUnit.SECONDS);
    assertThat(lastWord).as("it was not given the time").doesNotExist();
  }

  private static CompletableFuture<?> gone(long pid) {
    return ProcessHandle.of(pid)
        .<CompletableFuture<?>>map(ProcessHandle::onExit)
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private static void run(Consumer<ToolCatalog> check, String... more) {
    Stream<String> command =
        Stream.of(
            "command=" + Path.of(System.getProperty("java.home"), "bin", "java"),
            "args[0]=-cp",
            "args[1]=" + absoluteClassPath(),
            "args[2]=" + ChildServer.class.getName());
    Configured.run(
        Configured.application(
            Stream.concat(command, Arrays.stream(more))
                .map(property -> "servers.s." + property)
                .toArray(String[]::new)),
        check);
  }

  private static String absoluteClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
