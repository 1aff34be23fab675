package io.mcpbridge.langchain4j;

import static io.mcpbridge.approval.ApprovalDecision.deny;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The programs that a user of LangChain4j would guess, without looking anything up. */
class GuessesTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub model = new OpenAiStub();

  @AfterEach
  void close() {
    model.close();
    server.close();
  }

  @Test
  void setsUpCatalogOfProvider() {
    server.tool("forecast").returns("sunny");
    server.tool("delete_file").returns("gone");
    ApprovalPolicy policy =
        ApprovalPolicy.builder().ask("delete_*").handler(request -> deny("not today")).build();
    CallGuards guards = CallGuards.builder().maxCallsPerInvocation(2).build();
    ResultStore store = InMemoryResultStore.create();
    List<String> requests = new CopyOnWriteArrayList<>();

    try (McpToolProvider tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .catalog(
                catalog ->
                    catalog
                        .approval(policy)
                        .callGuards(guards)
                        .resultStore(store)
                        .addCallInterceptor(
                            call -> {
                              requests.add(call.request().method());
                              return call.proceed(call.request());
                            }))
            .toolSearch(ToolSearch.defaults())
            .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      model
          .calls(new Call("1", "s__forecast", "{}"))
          .calls(new Call("2", "s__delete_file", "{}"))
          .calls(new Call("3", "s__forecast", "{}"))
          .says("Done");

      assertThat(chat(tools).content()).isEqualTo("Done");

      assertThat(model.requests().get(3).toolMessages())
          .containsEntry("1", "sunny")
          .hasEntrySatisfying("2", text -> assertThat(text).contains("not today"))
          .hasEntrySatisfying("3", text -> assertThat(text).contains("limit"));
      assertThat(server.calls("forecast")).hasSize(1);
      assertThat(server.calls("delete_file")).isEmpty();
      assertThat(requests).contains("tools/call");
    }
  }

  @Test
  void returnsResultsByQualifiedName() {
    server.tool("render_page").returns("<html>");
    try (ToolCatalog catalog = ToolCatalog.builder().server("s", server.transport()).build()) {
      McpToolProvider tools =
          McpToolProvider.builder().tools(catalog).returnDirect("s__render_*").build();
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      model.calls(new Call("1", "s__render_page", "{}"));

      assertThat(chat(tools).toolExecutions())
          .extracting(ToolExecution::result)
          .containsExactly("<html>");
    }
  }

  @Test
  void rejectsSettingsForCatalogOfOthers() {
    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      assertThatThrownBy(
              () ->
                  McpToolProvider.builder()
                      .tools(catalog)
                      .catalog(builder -> builder.callGuards(CallGuards.defaults()))
                      .build())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("or the tools(...) of a catalog that is set up elsewhere");
    }
  }

  interface Assistant {
    Result<String> chat(String message);
  }

  private Result<String> chat(McpToolProvider tools) {
    return AiServices.builder(Assistant.class)
        .chatModel(model.model())
        .toolProvider(tools)
        .build()
        .chat("Go");
  }
}
