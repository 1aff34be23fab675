package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.mcp.CatalogMcpClient;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Asynchronous execution, which LangChain4j calls from 1.20 on. Looks the methods up by name, since
 * older versions of the types do not declare them.
 */
class AsyncExecutionTest {

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
                    .credentials(BearerToken.of(AsyncExecutionTest::token))
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

  private static String token() {
    InvocationContext invocation = CurrentInvocation.get();
    return ThreadUser.USER.get()
        + "-"
        + (invocation == null ? "none" : invocation.invocationParameters().get("tenant"));
  }

  @Test
  void propagatesThreadContext() throws Exception {
    McpToolProvider tools =
        McpToolProvider.builder().tools(catalog).threadContext(ThreadUser::capture).build();
    ToolExecutor ofNobody = offered(tools);
    ThreadUser.USER.set("s3cret-of-ada");
    ToolExecutor ofAda = offered(tools);
    ThreadUser.USER.remove();

    assertThat(text(execute(ofAda, "s__whoami", contextOf("x"))))
        .isEqualTo("Bearer s3cret-of-ada-x");
    assertThat(text(execute(ofNobody, "s__whoami", contextOf("y")))).isEqualTo("Bearer null-y");
    assertThat(text(execute(ofNobody, "s__whoami", null))).isEqualTo("Bearer null-none");
  }

  @Test
  void catalogMcpClientExecutesAsynchronously() throws Exception {
    McpToolProvider tools = McpToolProvider.builder().tools(catalog).build();
    try (CatalogMcpClient client = CatalogMcpClient.of(tools, "s")) {
      assertThat(text(invoke(client, "executeToolAsync", "whoami", contextOf("x"))))
          .isEqualTo("Bearer null-x");
      ToolExecutionResult unknown =
          invoke(client, "executeToolAsync", "other", contextOf("x")).get(60, TimeUnit.SECONDS);
      assertThat(unknown.isError()).isTrue();
      assertThat(unknown.resultText()).contains("has no tool named other");
    }
  }

  @Test
  void returnsErrorResultUnlessThrowErrors() throws Exception {
    server.tool("broken").returns(FakeResult.error("no such city"));
    ToolExecutor broken = listed(McpToolProvider.builder().tools(catalog).build(), "s__broken");
    ToolExecutor throwing =
        listed(McpToolProvider.builder().tools(catalog).throwErrors().build(), "s__broken");

    ToolExecutionResult result = execute(broken, "s__broken", null).get(60, TimeUnit.SECONDS);

    assertThat(result.isError()).isTrue();
    assertThat(result.resultText()).isEqualTo("Error: no such city");
    assertThatThrownBy(() -> execute(throwing, "s__broken", null).get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpToolException.class);
  }

  @Test
  void cancellingTheFutureCancelsTheRequest() throws Exception {
    server.tool("stuck").neverAnswers();
    ToolExecutor stuck = listed(McpToolProvider.builder().tools(catalog).build(), "s__stuck");

    CompletableFuture<ToolExecutionResult> call = execute(stuck, "s__stuck", null);
    server.awaitReceived("tools/call", SOON);
    call.cancel(true);

    server.awaitCancelled("tools/call", SOON);
  }

  @Test
  void timeoutOfFutureCancelsRequest() throws Exception {
    server.tool("stuck").neverAnswers();
    ToolExecutor stuck = listed(McpToolProvider.builder().tools(catalog).build(), "s__stuck");

    CompletableFuture<ToolExecutionResult> call = execute(stuck, "s__stuck", null);
    server.awaitReceived("tools/call", SOON);
    call.completeExceptionally(new TimeoutException());

    server.awaitCancelled("tools/call", SOON);
  }

  @Test
  void futureFailsOnClosedClient() throws Exception {
    McpToolProvider tools = McpToolProvider.builder().tools(catalog).build();
    CatalogMcpClient client = CatalogMcpClient.of(tools, "s");
    client.close();

    assertThat(invoke(client, "executeToolAsync", "whoami", contextOf("x")))
        .failsWithin(SOON)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IllegalStateException.class);
  }

  private static InvocationContext contextOf(String tenant) {
    return InvocationContext.builder()
        .invocationParameters(InvocationParameters.from("tenant", tenant))
        .build();
  }

  private static ToolExecutor offered(McpToolProvider tools) {
    return tools.provideTools(null).aiServiceTools().get(0).toolExecutor();
  }

  private ToolExecutor listed(McpToolProvider tools, String name) {
    assertThat(catalog.refresh(List.of("s"), SOON)).isTrue();
    return tools.provideTools(null).aiServiceTools().stream()
        .filter(tool -> tool.name().equals(name))
        .map(AiServiceTool::toolExecutor)
        .findFirst()
        .orElseThrow();
  }

  private static CompletableFuture<ToolExecutionResult> execute(
      ToolExecutor executor, String tool, @Nullable InvocationContext context) throws Exception {
    return invoke(executor, "executeAsync", tool, context);
  }

  @SuppressWarnings("unchecked")
  private static CompletableFuture<ToolExecutionResult> invoke(
      Object target, String method, String tool, @Nullable InvocationContext context)
      throws Exception {
    var asyncMethod =
        target.getClass().getMethod(method, ToolExecutionRequest.class, InvocationContext.class);
    assertThat(asyncMethod.getReturnType()).isEqualTo(CompletableFuture.class);
    asyncMethod.setAccessible(true);
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("c1").name(tool).arguments("{}").build();
    return (CompletableFuture<ToolExecutionResult>) asyncMethod.invoke(target, request, context);
  }

  private static String text(CompletableFuture<ToolExecutionResult> result) throws Exception {
    return result.get(60, TimeUnit.SECONDS).resultText();
  }
}
