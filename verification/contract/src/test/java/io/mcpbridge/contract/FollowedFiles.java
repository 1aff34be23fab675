package io.mcpbridge.contract;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two servers files in a temporary folder, a running catalog that watches them, and the two servers
 * that they reference as {@code ${WEATHER}} and {@code ${NEWS}}. Removed after each test.
 */
final class FollowedFiles implements AfterEachCallback {

  static final Duration SOON = Duration.ofSeconds(60);

  final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  final Map<String, String> environment = new ConcurrentHashMap<>();
  final ToolCatalog catalog = ToolCatalog.builder().build();
  final Path folder;
  final Path global;
  final Path project;
  private final BlockingQueue<ConfiguredServers> applied = new LinkedBlockingQueue<>();
  private ServersFileSync sync;

  FollowedFiles() {
    try {
      folder = Files.createTempDirectory("followed").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    global = folder.resolve("global.json");
    project = folder.resolve("project.json");
    weather.tool("now").returns("sunny");
    news.tool("now").returns("headline");
    environment.put("WEATHER", weather.url());
    environment.put("NEWS", news.url());
  }

  /** Both files, with a short poll interval. */
  ServersFiles.Builder settings() {
    return ServersFiles.builder()
        .global(global)
        .project(project)
        .environment(environment::get)
        .quietPeriod(Duration.ofMillis(20))
        .pollInterval(Duration.ofMillis(200))
        .listener(applied::add);
  }

  /** Returns after the first connection attempt to each server. */
  void follow() throws InterruptedException {
    follow(settings());
    next();
    if (!catalog.awaitReady(SOON)) {
      throw new AssertionError("not ready: " + catalog.servers());
    }
  }

  void follow(ServersFiles.Builder settings) {
    sync = settings.build().applyTo(catalog);
  }

  ServersFileSync sync() {
    return sync;
  }

  /** Saves entries as editors do; ' stands for ". */
  static void save(Path file, String entries) throws IOException {
    replace(file, text("{" + entries + "}"));
  }

  static void replace(Path file, String text) throws IOException {
    Path replacement = Files.writeString(file.resolveSibling("fresh"), text);
    // REPLACE_EXISTING alone deletes the old file first, which would be a change of its own.
    Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static String text(String entries) {
    return ("{'mcpServers': " + entries + "}").replace('\'', '"');
  }

  /** Waits for the next configuration that is applied. */
  ConfiguredServers next() throws InterruptedException {
    ConfiguredServers servers = applied.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    if (servers == null) {
      throw new AssertionError("nothing was applied");
    }
    return servers;
  }

  /** How many applied configurations no test has consumed. */
  int appliedSince() {
    return applied.size();
  }

  String call(String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults()).text();
  }

  /** {@code null} if there is no such server. */
  ServerStatus status(String server) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .orElse(null);
  }

  void awaitTool(String name) {
    Waiting.until(() -> catalog.snapshot().tool(name) != null);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (sync != null) {
      sync.close();
    }
    catalog.close();
    weather.close();
    news.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
