package com.example.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/how-to/manage-servers.md. */
class ManageServersTest {

  private final FakeMcpServer ledger = FakeMcpServer.create().named("ledger", "1");
  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final Transport ledgerTransport = ledger.transport();
  private final Transport weatherTransport = weather.transport();
  private final Transport otherTransport = weather.transport();
  private final BlockingQueue<String> audit = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    ledger.close();
    weather.close();
  }

  private void await(String line) throws InterruptedException {
    String next;
    do {
      next = audit.poll(60, TimeUnit.SECONDS);
      assertThat(next).as("instead of: " + line).isNotNull();
    } while (!next.equals(line));
  }

  @Test
  void waitsForRequiredServersOnly() {
    ledger.tool("book");

    ServerOptions required = ServerOptions.builder().start(StartPolicy.REQUIRED).build();
    ServerOptions lazy = ServerOptions.builder().start(StartPolicy.LAZY).build();

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("ledger", ledgerTransport, required)
            .server("weather", weatherTransport, lazy)
            .build();
    catalog.awaitRequired(Duration.ofSeconds(30)); // throws with a report of all missing servers

    try (catalog) {
      assertThat(catalog.snapshot().tool("ledger__book")).isNotNull();
    }
  }

  @Test
  void setsReconnectDelays() {
    ServerOptions gentle =
        ServerOptions.builder()
            .reconnectDelay(Duration.ofSeconds(5))
            .maxReconnectDelay(Duration.ofMinutes(10))
            .build();

    assertThat(gentle.reconnectDelay()).isEqualTo(Duration.ofSeconds(5));
    assertThat(gentle.maxReconnectDelay()).isEqualTo(Duration.ofMinutes(10));
  }

  /** A server in a JAR file of its own. */
  public static final class Notes implements Supplier<FakeMcpServer> {

    public static void main(String[] args) throws IOException {
      FakeMcpServerMain.main(new String[] {"--class", Notes.class.getName()});
    }

    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("runtime").returns(System.getProperty("java.home"));
      return server;
    }
  }

  /** A JAR file whose manifest names the class path of this test. */
  private static Path jar(Path file, Class<?> main) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
    String classPath = System.getProperty("java.class.path");
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Stream.of(classPath.split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(file), manifest).close();
    return file;
  }

  @Test
  void startsServerWithJvmOfApplication(@TempDir Path folder) throws IOException {
    Path notesJar = jar(folder.resolve("notes.jar"), Notes.class);

    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    StdioTransport notes = StdioTransport.of(java.toString(), "-jar", notesJar.toString());

    try (McpClient client = McpClient.of(notes)) {
      assertThat(client.callTool("runtime").text()).isEqualTo(System.getProperty("java.home"));
    }
  }

  @Test
  void managesServersAtRuntime() throws InterruptedException {
    weather.tool("now").returns("sunny");
    try (ToolCatalog catalog = ToolCatalog.builder().listener(listener()).build()) {
      ServerOptions patient = ServerOptions.builder().timeout(Duration.ofMinutes(2)).build();

      catalog.add("weather", weatherTransport, ServerOptions.defaults());
      catalog.update("weather", patient);
      catalog.replace("weather", otherTransport, patient);
      catalog.disable("weather", "the operator");
      catalog.enable("weather");

      await("weather is DISABLED: disabled by the operator");
      await("weather is CONNECTED: null");
      catalog.call("weather__now", "{\"city\": \"Oslo\"}", CallOptions.defaults());
      await("weather__now [city] SUCCEEDED");

      for (ServerStatus server : catalog.servers()) {
        System.out.println(server.name() + " " + server.state() + " " + server.counters());
        server.errors().forEach(error -> System.out.println("  " + error));
      }

      catalog.restart("weather");
      catalog.refresh("weather");
      catalog.remove("weather");
    }
  }

  private CatalogListener listener() {
    CatalogListener watching =
        new CatalogListener() {
          @Override
          public void stateChanged(
              String server, ServerState before, ServerState now, String reason) {
            if (INTERESTING.contains(now)) {
              audit.add(server + " is " + now + ": " + reason);
            }
          }

          @Override
          public void callFinished(CallEvent call, CallOutcome outcome) {
            audit.add(call.modelName() + " " + call.argumentKeys() + " " + outcome.kind());
          }
        };
    return watching;
  }

  private static final List<ServerState> INTERESTING =
      List.of(ServerState.CONNECTED, ServerState.DISABLED);
}
