package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Context of the thread that invokes an AI service is present in its tool calls. */
class ThreadContextTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server.tool("whoami").handler(call -> FakeResult.text(call.received().header("Authorization")));
    catalog =
        ToolCatalog.builder()
            .server(
                "s",
                StreamableHttpTransport.builder(URI.create(server.url()))
                    .credentials(
                        BearerToken.of(
                            () ->
                                ThreadUser.USER.get() == null
                                    ? "s3cret-of-unknown"
                                    : ThreadUser.USER.get()))
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @AfterEach
  void close() {
    ThreadUser.USER.remove();
    catalog.close();
    server.close();
  }

  @Test
  void propagatesContextToToolThread() throws Exception {
    McpToolProvider tools =
        McpToolProvider.builder().tools(catalog).threadContext(ThreadUser::capture).build();
    List<AiServiceTool> ofNobody = offered(tools);
    ThreadUser.USER.set("s3cret-of-ada");
    List<AiServiceTool> ofAda = offered(tools);
    ThreadUser.USER.set("s3cret-of-grace");
    List<AiServiceTool> ofGrace = offered(tools);

    assertThat(calledElsewhere(ofAda)).isEqualTo("Bearer s3cret-of-ada");
    assertThat(calledElsewhere(ofGrace)).isEqualTo("Bearer s3cret-of-grace");
    assertThat(calledElsewhere(ofNobody)).isEqualTo("Bearer s3cret-of-unknown");
    assertThat(ofAda.get(0).toolSpecification()).isSameAs(ofNobody.get(0).toolSpecification());
    assertThat(ofAda.get(0).returnBehavior()).isEqualTo(ofNobody.get(0).returnBehavior());
  }

  @Test
  void offersAdditionalTools() {
    AtomicReference<@Nullable ToolSet> additionalTools = new AtomicReference<>();
    McpToolProvider tools =
        McpToolProvider.builder()
            .tools(catalog.view(tool -> false))
            .additionalTools(additionalTools::get)
            .build();

    assertThat(offered(tools)).isEmpty();
    additionalTools.set(catalog);
    assertThat(offered(tools))
        .extracting(tool -> tool.toolSpecification().name())
        .containsExactly("s__whoami");
  }

  private static List<AiServiceTool> offered(McpToolProvider tools) {
    return tools.provideTools(null).aiServiceTools();
  }

  private static String calledElsewhere(List<AiServiceTool> tools) throws InterruptedException {
    AtomicReference<String> answer = new AtomicReference<>();
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("c1").name("s__whoami").arguments("{}").build();
    Thread thread =
        new Thread(
            () ->
                answer.set(
                    tools.get(0).toolExecutor().executeWithContext(request, null).resultText()));
    thread.start();
    thread.join(SOON.toMillis());
    return answer.get();
  }
}
