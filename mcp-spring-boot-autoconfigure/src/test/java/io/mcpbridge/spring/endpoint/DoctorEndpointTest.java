package io.mcpbridge.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An operator asks what is wrong with a server. */
@ExtendWith(OutputCaptureExtension.class)
class DoctorEndpointTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer lazy = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    weather.tool("forecast").returns("sunny");
    Path configuration =
        Files.writeString(
            folder.resolve("servers.yml"),
            """
            mcp:
              client:
                servers:
                  weather:
                    url: %s
                  news:
                    headers:
                      X-Topic: sport
                    command: no-such-program
                  later:
                    start: lazy
                    url: %s
            """
                .formatted(weather.url(), lazy.url()));
    SpringApplication application = new SpringApplication(Application.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    context =
        application.run(
            "--server.port=0",
            "--spring.ai.openai.api-key=none",
            "--spring.jmx.enabled=false",
            "--spring.config.additional-location=" + configuration.toUri(),
            "--management.endpoints.web.exposure.include=mcp");
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void stop() {
    context.close();
    weather.close();
    lazy.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    String port = context.getEnvironment().getProperty("local.server.port");
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/mcp/" + path))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void namesCauseAndLineToChange() throws IOException, InterruptedException {
    JsonObject news = JsonObject.of(Json.readObject(get("news/doctor").body()));

    assertThat(news.bool("healthy")).isFalse();
    JsonObject finding = JsonObject.of(news.list("findings").get(0));
    assertThat(finding.string("severity")).isEqualTo("ERROR");
    assertThat(finding.string("cause")).contains("no-such-program", "was not found");
    assertThat(finding.string("setting")).isEqualTo("command");
    assertThat(finding.string("origin")).isEqualTo("servers.yml:9");
    assertThat(finding.string("advice")).isNotEmpty();
  }

  @Test
  void logsLineToChangeOfServerThatCannotStart(CapturedOutput output) {
    String line = "MCP server \"news\": see servers.yml:9 (command)";
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!output.getAll().contains(line) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(output.getAll()).contains(line).doesNotContain("\"weather\": see", "\"later\": see");
  }

  @Test
  void healthyServerHasNoFindings() throws IOException, InterruptedException {
    JsonObject server = JsonObject.of(Json.readObject(get("weather/doctor").body()));

    assertThat(server.bool("healthy")).isTrue();
    assertThat(server.list("findings")).isEmpty();
    assertThat(server.integer("tools")).isEqualTo(1L);
  }

  @Test
  void connectsNoLazyServer() throws IOException, InterruptedException {
    assertThat(get("later/doctor").body()).contains("servers.yml:11", "\"healthy\":true");
    assertThat(lazy.received()).isEmpty();
  }

  @Test
  void unknownServerIsNotFound() throws IOException, InterruptedException {
    assertThat(get("other/doctor").statusCode()).isEqualTo(404);
  }
}
