package io.mcpbridge.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An operator asks which rule decides about a call. */
class ApprovalExplanationTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @BeforeEach
  void start() {
    server.tool("write").returns("did write");
    SpringApplication application = new SpringApplication(Application.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    context =
        application.run(
            "--server.port=0",
            "--spring.ai.openai.api-key=none",
            "--spring.jmx.enabled=false",
            "--management.endpoints.web.exposure.include=mcp",
            "--mcp.client.approval.rules[0].deny=write",
            "--mcp.client.approval.rules[0].users=guest",
            "--mcp.client.approval.rules[1].allow=files__write",
            "--mcp.client.approval.rules[1].when[/path].below=/data",
            "--mcp.client.defaults.approval.otherwise=ask",
            "--mcp.client.servers.files.url=" + server.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void stop() {
    context.close();
    server.close();
  }

  private HttpResponse<String> ask(String path, String json)
      throws IOException, InterruptedException {
    String port = context.getEnvironment().getProperty("local.server.port");
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/mcp/" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  private static String question(String tool, String path) {
    return Json.write(
        Map.of("tool", tool, "arguments", Json.write(Map.of("path", path)), "user", "ada"));
  }

  @Test
  void namesDecidingRuleAndThoseTriedBefore() throws IOException, InterruptedException {
    String inside = ask("files/approval", question("write", "/data/a")).body();
    assertThat(inside).contains("\"mode\":\"ALLOW\"", "below", "deny write for users guest");

    String outside = ask("files/approval", question("files__write", "/etc")).body();
    assertThat(outside).contains("\"mode\":\"ASK\"", "otherwise");

    assertThat(ask("files/approval", "{\"tool\": \"write\"}").body())
        .as("an unknown user may be a guest")
        .contains("\"mode\":\"DENY\"");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void unknownToolIsBadRequest() throws IOException, InterruptedException {
    assertThat(ask("files/approval", "{\"tool\": \"wirte\"}").statusCode()).isEqualTo(400);
    assertThat(ask("news/approval", "{\"tool\": \"write\"}").statusCode()).isEqualTo(400);
    assertThat(ask("files/approval", "{}").statusCode()).isEqualTo(400);
    assertThat(ask("files/approval", "{\"tool\": \"write\", \"arguments\": \"no\"}").statusCode())
        .isEqualTo(400);
  }
}
