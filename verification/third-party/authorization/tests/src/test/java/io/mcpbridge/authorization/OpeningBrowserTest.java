package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.authorization.Person.Decision;
import io.mcpbridge.oauth.LoopbackPrompt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opens the page with the desktop's command; {@code src/test/bin/xdg-open} replaces it. */
@EnabledOnOs(OS.LINUX)
class OpeningBrowserTest {

  private static final String USER = "eve";

  private final Servers servers = Servers.running();

  @Test
  void passesFullAuthorizationUrlToBrowser() throws Exception {
    ExecutorService desktop = Executors.newSingleThreadExecutor();
    try (ServerSocket opened = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientApp app =
            ClientApp.of(
                servers.url("opaque"),
                credentials ->
                    credentials
                        .client(servers.client("desk"))
                        .prompt(LoopbackPrompt.openingBrowser()))) {
      Files.writeString(Path.of(System.getenv("PERSON_PORT")), opened.getLocalPort() + "\n");
      Future<Person.Page> visit = desktop.submit(() -> visit(opened));

      assertThat(app.whoami()).isEqualTo(USER);

      assertThat(visit.get(60, TimeUnit.SECONDS).text()).contains("You can close this window.");
    } finally {
      desktop.shutdownNow();
    }
  }

  private static Person.Page visit(ServerSocket opened) throws IOException {
    try (Socket desktop = opened.accept();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(desktop.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).as("one argument").isEqualTo("1");
      URI page = URI.create(lines.readLine());
      return new Script().visit(page, USER, Decision.AGREE);
    }
  }
}
