package io.mcpbridge.spring.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Everything that an operator can inspect contains no secrets. */
@ExtendWith(OutputCaptureExtension.class)
class SecretsTest {

  /** The output of all loggers at all levels (logback-test.xml). */
  private static final Path LOG =
      Path.of("target", "all-tests-" + System.getProperty("fork", "other") + ".log");

  private final FakeMcpServer ledger = FakeMcpServer.create();
  private final FakeMcpServer weather = FakeMcpServer.create();

  @AfterEach
  void close() {
    ledger.close();
    weather.close();
  }

  @Test
  void endpointsAndLogsContainNoSecrets(CapturedOutput output) throws Exception {
    long before = Files.exists(LOG) ? Files.size(LOG) : 0;
    ledger.tool("balance").returns("100");
    weather.inject(Faults.httpStatus(401));
    try (ActuatorApplication application = application()) {
      application.await("ledger", "CONNECTED");
      application.await("weather", "NEEDS_AUTHORIZATION");
      application.await("proxied", "DISCONNECTED");
      application.await("gone", "DISCONNECTED");
      ToolCatalog catalog = application.context().getBean(ToolCatalog.class);
      catalog.call("ledger__balance", "{}", CallOptions.defaults());
      assertThat(
              ledger.received("tools/call").get(0).text()
                  + ledger.received("tools/call").get(0).headers())
          .as("they are used")
          .contains("geheim-header", "geheim-fixed");

      for (String path :
          List.of(
              "/env", "/configprops", "/mcp", "/mcp/ledger", "/mcp/gone", "/health", "/beans")) {
        ActuatorApplication.Answer answer = application.get(path);
        assertThat(answer.status()).as(path).isIn(200, 503);
        assertThat(answer.body()).as(path).doesNotContain("geheim");
      }
      assertThat(application.get("/configprops").body())
          .as("values are shown")
          .contains("no-such-mcp-server");
      assertThat(application.get("/env").body()).contains("no-such-mcp-server");
    }
    assertThat(output.getAll()).doesNotContain("geheim");
    assertThat(Files.readString(LOG).substring((int) before))
        .contains("TRACE org.springframework.boot.context.properties", " io.mcpbridge.catalog.")
        .doesNotContain("geheim");
  }

  private ActuatorApplication application() {
    return ActuatorApplication.start(
        "management.endpoints.web.exposure.include=*",
        "management.endpoint.env.show-values=always",
        "management.endpoint.configprops.show-values=always",
        "management.endpoint.health.show-details=always",
        "mcp.client.defaults.headers.X-All=geheim-all",
        "mcp.client.servers.ledger.url="
            + ledger.url().replace("//", "//user:geheim-user@")
            + "?key=geheim-query",
        "mcp.client.servers.ledger.headers.X-Api-Key=geheim-header",
        "mcp.client.servers.ledger.tools.balance.fixed-arguments.account=geheim-fixed",
        "mcp.client.servers.weather.url=" + weather.url(),
        "mcp.client.servers.weather.auth.bearerToken=geheim-token",
        "mcp.client.servers.proxied.url=http://127.0.0.1:1/mcp",
        "mcp.client.servers.proxied.proxy=http://user:geheim-proxy@127.0.0.1:1",
        "mcp.client.servers.gone.command=no-such-mcp-server",
        "mcp.client.servers.gone.args=--password=geheim-argument",
        "mcp.client.servers.gone.env.TOKEN=geheim-variable");
  }
}
