package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** Each chat offers its own tools and runs only permitted ones. */
class McpToolChoiceTest {

  private final FakeMcpServer github = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    github.tool("list_issues").returns("issues");
    files.tool("read").annotations("{\"readOnlyHint\": true}").returns("text");
    files.tool("purge").returns("purged");
    catalog =
        ToolCatalog.builder()
            .server("github", github.transport())
            .server("files", files.transport())
            .approval(
                ApprovalPolicy.builder()
                    .ask("purge")
                    .handler(request -> ApprovalDecision.deny("the user wants to keep it"))
                    .build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    github.close();
    files.close();
  }

  private static List<ToolCallback> callbacks(ToolSet tools) {
    return List.of(McpToolCallbackProvider.of(tools).getToolCallbacks());
  }

  private static Stream<String> names(ToolSet tools) {
    return callbacks(tools).stream().map(callback -> callback.getToolDefinition().name());
  }

  @Test
  void chatsOfOneCatalogCanHaveDifferentTools() {
    ToolSet issues = catalog.view(ToolSelection.builder().include("list_*").build());
    ToolSet reading =
        catalog.view(
            ToolSelection.builder()
                .include(ToolPattern.any().ofServers("files").readOnly())
                .build());

    assertThat(names(issues)).containsExactly("github__list_issues");
    assertThat(names(reading)).containsExactly("files__read");
    assertThat(callbacks(reading).get(0).call("{}")).isEqualTo("text");
  }

  @Test
  void deniedCallIsNotSentAndModelReadsReason() {
    ToolCallback purge = callbacks(catalog).get(2);

    assertThatThrownBy(() -> purge.call("{}"))
        .isInstanceOf(ToolExecutionException.class)
        .hasMessage("files__purge did not run: the user wants to keep it.");
    assertThat(files.received("tools/call")).isEmpty();
  }
}
