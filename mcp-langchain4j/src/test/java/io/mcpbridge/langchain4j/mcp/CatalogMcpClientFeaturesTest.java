package io.mcpbridge.langchain4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.mcp.client.McpBlobResourceContents;
import dev.langchain4j.mcp.client.McpEmbeddedResource;
import dev.langchain4j.mcp.client.McpPrompt;
import dev.langchain4j.mcp.client.McpPromptArgument;
import dev.langchain4j.mcp.client.McpPromptMessage;
import dev.langchain4j.mcp.client.McpResource;
import dev.langchain4j.mcp.client.McpResourceTemplate;
import dev.langchain4j.mcp.client.McpTextResourceContents;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.langchain4j.InvocationCredentials;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server's other capabilities, in the types of LangChain4j's own client. */
class CatalogMcpClientFeaturesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create().instructions("Be brief.");
  private final McpToolProvider tools =
      McpToolProvider.builder()
          .server("s", server.transport(), ServerOptions.builder().start(StartPolicy.LAZY).build())
          .build();
  private final BlockingQueue<String> updated = new LinkedBlockingQueue<>();
  private final CatalogMcpClient client = CatalogMcpClient.of(tools, "s", updated::add);

  @AfterEach
  void close() {
    client.close();
    tools.close();
    server.close();
  }

  @Test
  void resources() {
    server.resource("file:///a.txt", "a", "text/plain", "text");
    server.resource("file:///b").name("b").mimeType("image/png").blob(new byte[] {1, 2, 3});
    server.resourceTemplate("file:///{name}", "files");

    assertThat(client.listResources())
        .extracting(McpResource::uri)
        .containsExactly("file:///a.txt", "file:///b");
    assertThat(client.listResourceTemplates())
        .extracting(McpResourceTemplate::uriTemplate)
        .containsExactly("file:///{name}");
    assertThat(client.readResource("file:///a.txt").contents())
        .containsExactly(new McpTextResourceContents("file:///a.txt", "text", "text/plain"));
    assertThat(client.readResource("file:///b").contents())
        .containsExactly(new McpBlobResourceContents("file:///b", "AQID", "image/png"));
  }

  @Test
  void readsResourcesAsCallingUser() {
    server.resource("file:///a.txt", "a", "text/plain", "text");
    URI url = URI.create(server.url());
    Credentials credentials =
        InvocationCredentials.of(
                context -> BearerToken.of(context.invocationParameters().<String>get("token")))
            .orElse(BearerToken.of("s3cret-of-the-service"));
    InvocationContext ada =
        InvocationContext.builder()
            .invocationParameters(InvocationParameters.from("token", "s3cret-of-ada"))
            .build();
    try (McpToolProvider overHttp =
        McpToolProvider.builder()
            .server("s", StreamableHttpTransport.builder(url).credentials(credentials).build())
            .build()) {
      CatalogMcpClient http = CatalogMcpClient.of(overHttp, "s");
      http.readResource("file:///a.txt", ada);
      http.readResource("file:///a.txt");
    }

    assertThat(server.received("resources/read"))
        .extracting(read -> read.header("Authorization"))
        .containsExactly("Bearer s3cret-of-ada", "Bearer s3cret-of-the-service");
  }

  @Test
  void prompts() {
    server
        .prompt("review")
        .description("Reviews.")
        .argument("branch", "Which.", true)
        .message("user", "Review it.")
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}")
        .messageOf("user", "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"AQID\"}")
        .messageOf(
            "assistant", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}");

    McpPrompt prompt = client.listPrompts().get(0);

    assertThat(prompt.name()).isEqualTo("review");
    assertThat(prompt.description()).isEqualTo("Reviews.");
    assertThat(prompt.arguments()).containsExactly(new McpPromptArgument("branch", "Which.", true));
    assertThat(client.getPrompt("review", Map.of("branch", 7)).messages())
        .extracting(McpPromptMessage::toChatMessage)
        .containsExactly(
            UserMessage.from("Review it."),
            UserMessage.from(ImageContent.from("AQID", "image/png")),
            UserMessage.from("[audio left out: audio/wav, 3 bytes]"),
            AiMessage.from("[image left out: image/png, 3 bytes]"));
    assertThat(server.received("prompts/get").get(0).arguments().string("branch")).isEqualTo("7");
  }

  @Test
  void omitsNullPromptArgument() {
    server.prompt("review").argument("branch", "Which.", false).message("user", "Review it.");
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("branch", null);

    client.getPrompt("review", arguments);

    assertThat(server.received("prompts/get").get(0).arguments().toMap()).isEmpty();
  }

  @Test
  void receivesResourceUpdatesUntilUnsubscribed() throws InterruptedException {
    server.resource("file:///a", "a", "text/plain", "text");
    server.resource("file:///b", "b", "text/plain", "text");

    client.subscribeToResource("file:///a");
    long subscription = client.subscribeToResources(List.of("file:///b"));
    server.announceResourceUpdated("file:///a");
    server.announceResourceUpdated("file:///b");

    assertThat(List.of(next(updated), next(updated)))
        .containsExactlyInAnyOrder("file:///a", "file:///b");
    client.unsubscribeFromResource("file:///a");
    client.unsubscribeFromResources(subscription);

    BlockingQueue<String> secondClientUpdates = new LinkedBlockingQueue<>();
    try (CatalogMcpClient secondClient =
        CatalogMcpClient.of(tools, "s", secondClientUpdates::add)) {
      secondClient.subscribeToResources(List.of("file:///a", "file:///b"));
      server.announceResourceUpdated("file:///a");
      server.announceResourceUpdated("file:///b");
      assertThat(List.of(next(secondClientUpdates), next(secondClientUpdates))).hasSize(2);
    }
    assertThat(updated).isEmpty();
  }

  @Test
  void reportsUnsupportedResourceSubscription() {
    server.resource("file:///a", "a", "text/plain", "text");
    client.listTools();
    server.injectNext(
        "subscriptions/listen", Faults.error(-32002, "Resource not found: file:///none"));

    assertThatThrownBy(() -> client.subscribeToResource("file:///none"))
        .isInstanceOf(dev.langchain4j.mcp.client.McpException.class)
        .hasMessageContaining("Resource not found: file:///none")
        .hasCauseInstanceOf(McpErrorResponseException.class);

    server
        .subscriptions()
        .acknowledging(requested -> requested.with("resourceSubscriptions", List.of("file:///a")));
    assertThatThrownBy(() -> client.subscribeToResources(List.of("file:///a", "file:///none")))
        .isInstanceOf(McpUnsupportedException.class)
        .hasMessageContainingAll("\"s\"", "[file:///none]");
    server.awaitCancelled("subscriptions/listen", SOON);
  }

  @Test
  void reportsAnswerOfServerWithoutSubscriptions() {
    server.speaking(FakeRevisions.V2025_11_25).capabilities("{\"tools\": {}, \"resources\": {}}");
    client.listTools();

    assertThatThrownBy(() -> client.subscribeToResource("file:///a"))
        .isInstanceOf(McpUnsupportedException.class)
        .hasMessageContainingAll("\"s\"", "file:///a", "Method not found: resources/subscribe");
  }

  @Test
  void errorResponseIsMcpException() {
    server.resource("file:///a.txt", "a", "text/plain", "text");
    server.prompt("review").message("user", "Review it.");

    assertThatThrownBy(() -> client.readResource("file:///none"))
        .isInstanceOf(dev.langchain4j.mcp.client.McpException.class)
        .hasCauseInstanceOf(McpErrorResponseException.class);
    assertThatThrownBy(() -> client.getPrompt("none", Map.of()))
        .isInstanceOf(dev.langchain4j.mcp.client.McpException.class)
        .hasCauseInstanceOf(McpErrorResponseException.class);
  }

  @Test
  void promptKeepsEmbeddedBlob() {
    server
        .prompt("review")
        .messageOf(
            "user",
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///b\","
                + "\"mimeType\":\"application/pdf\",\"blob\":\"AQID\"}}");

    assertThat(client.getPrompt("review", null).messages().get(0).content())
        .isEqualTo(
            new McpEmbeddedResource(
                new McpBlobResourceContents("file:///b", "AQID", "application/pdf")));
  }

  /** As LangChain4j's own client does; unlike it, this one leaves the server open. */
  @Test
  void rejectsCallsAfterClose() {
    CatalogMcpClient closedClient = CatalogMcpClient.of(tools, "s");
    closedClient.close();
    closedClient.close();
    ToolExecutionRequest request = ToolExecutionRequest.builder().name("t").arguments("{}").build();

    assertThat(
            List.<ThrowingCallable>of(
                closedClient::listTools,
                () -> closedClient.executeTool(request),
                closedClient::listResources,
                closedClient::listResourceTemplates,
                () -> closedClient.readResource("file:///a"),
                () -> closedClient.subscribeToResource("file:///a"),
                () -> closedClient.unsubscribeFromResource("file:///a"),
                () -> closedClient.subscribeToResources(List.of("file:///a")),
                () -> closedClient.unsubscribeFromResources(1),
                closedClient::listPrompts,
                () -> closedClient.getPrompt("review", Map.of()),
                closedClient::checkHealth))
        .allSatisfy(
            used ->
                assertThatThrownBy(used)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        "The McpClient of the MCP server \"s\" is closed; its catalog is not"));
    assertThat(closedClient.key()).isEqualTo("s");
    client.checkHealth();
  }

  @Test
  void namesMissingRequestField() {
    server.tool("read");
    client.listTools();

    assertThat(client.executeTool(ToolExecutionRequest.builder().arguments("{}").build()))
        .matches(ToolExecutionResult::isError)
        .extracting(ToolExecutionResult::resultText)
        .isEqualTo("The call names no tool. Available tools: read.");
    assertThatThrownBy(() -> client.getPrompt(null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("getPrompt of the MCP server \"s\" needs a name, and got null");
    assertThatThrownBy(() -> client.readResource(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("readResource of the MCP server \"s\" needs a URI, and got null");
  }

  @Test
  void returnsServerInfo() {
    assertThat(client.listTools()).isEmpty();
    assertThat(client.listResources()).isEmpty();

    client.checkHealth();

    assertThat(client.key()).isEqualTo("s");
    assertThat(client.instructions()).isEqualTo("Be brief.");
    assertThatThrownBy(() -> client.setRoots(List.of()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContainingAll("listRoots", "catalog.client(\"s\").rootsChanged()");
  }

  private static String next(BlockingQueue<String> updates) throws InterruptedException {
    return updates.poll(SOON.toSeconds(), TimeUnit.SECONDS);
  }
}
