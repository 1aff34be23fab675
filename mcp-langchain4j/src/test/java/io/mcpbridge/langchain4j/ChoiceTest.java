package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each agent has its own tools, and can only call those. */
@ExtendWith(LeakCheck.class)
class ChoiceTest {

  private final FakeMcpServer github = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
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
    openAi.close();
    catalog.close();
    github.close();
    files.close();
  }

  private String chat(ToolSet tools) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(McpToolProvider.of(tools))
        .build()
        .chat("Go")
        .content();
  }

  @Test
  void agentsOfOneCatalogCanHaveDifferentTools() {
    openAi.says("one").says("two");

    chat(catalog.view(ToolSelection.builder().include("list_*").build()));
    chat(
        catalog.view(
            ToolSelection.builder()
                .include(ToolPattern.any().ofServers("files").readOnly())
                .build()));

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("github__list_issues");
    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("files__read");
  }

  @Test
  void deniedCallIsNotSentAndConversationContinues() {
    openAi.calls(new Call("c1", "files__purge", "{}")).says("I left it alone");

    assertThat(chat(catalog)).isEqualTo("I left it alone");

    assertThat(openAi.requests().get(1).toolMessages())
        .containsEntry("c1", "files__purge did not run: the user wants to keep it.");
    assertThat(files.received("tools/call")).isEmpty();
  }
}
