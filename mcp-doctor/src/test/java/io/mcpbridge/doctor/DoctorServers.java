package io.mcpbridge.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The servers of the doctor's tests, which end with each test. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(LeakCheck.class)
abstract class DoctorServers {

  static final Duration MINUTE = Duration.ofMinutes(1);
  static final String FAULTY = "faulty";

  @TempDir private Path folder;

  private final List<AutoCloseable> resources = new ArrayList<>();

  /** A healthy server beside the faulty one. */
  final ToolCatalogBuilder healthy() {
    FakeMcpServer weather = open(FakeMcpServer.create());
    weather.tool("forecast").description("The forecast of a city").returns("sunny");
    return ToolCatalog.builder()
        .server(
            "weather", http(weather.url()), ServerOptions.builder().toolNamePrefix(false).build());
  }

  final FakeMcpServer fake() {
    FakeMcpServer server = open(FakeMcpServer.create());
    server.tool("find").description("Finds something").returns("found");
    return server;
  }

  final Transport tools(Consumer<FakeMcpServer> script) {
    FakeMcpServer server = fake();
    script.accept(server);
    return http(server.url());
  }

  final <T extends AutoCloseable> T open(T resource) {
    resources.add(resource);
    return resource;
  }

  static Transport http(String url) {
    return StreamableHttpTransport.of(url);
  }

  static Transport shell(String script) {
    return StdioTransport.of("sh", "-c", script);
  }

  final Path file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int freePort() {
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
}
