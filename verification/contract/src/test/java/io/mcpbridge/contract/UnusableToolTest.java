package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** TR-121: a tool that cannot be used never hides the other tools of its server. */
@ExtendWith(LeakCheck.class)
class UnusableToolTest {

  private static final Fault HUGE_EXPONENT =
      turn ->
          turn.answer(
              right -> {
                JsonObject result = JsonObject.of(right.map("result"));
                List<Object> tools = new ArrayList<>(result.list("tools"));
                Map<String, Object> schema =
                    Map.of("type", "object", "maximum", new BigDecimal("1e10001"));
                tools.add(0, Map.of("name", "bad", "inputSchema", schema));
                return List.of(right.with("result", result.with("tools", tools)).toMap());
              });

  @Test
  void leavesOutToolWithHugeExponentOnly() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("good");
      server.inject("tools/list", HUGE_EXPONENT);

      assertThat(tools(server.transport())).containsExactly("good");
      assertThat(tools(StreamableHttpTransport.of(server.url()))).containsExactly("good");
    }
  }

  private static List<String> tools(Transport transport) {
    try (ToolCatalog catalog = ToolCatalog.builder().server("s", transport).build()) {
      assertThat(catalog.awaitReady(OneServer.SOON)).isTrue();
      return catalog.tools().stream().map(CatalogTool::name).toList();
    }
  }
}
