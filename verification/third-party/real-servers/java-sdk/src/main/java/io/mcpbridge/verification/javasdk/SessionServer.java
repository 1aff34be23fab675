package io.mcpbridge.verification.javasdk;

import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** With a session, tools can report progress and send requests to the client. */
final class SessionServer {

  private static final long STEP_MS = 50;

  private SessionServer() {}

  static void describe(SyncSpecification<?> specification) {
    AtomicReference<@Nullable McpSyncServer> server = new AtomicReference<>();
    specification
        .serverInfo(Descriptions.NAME, Descriptions.VERSION)
        .instructions(Descriptions.INSTRUCTIONS)
        .toolCall(Descriptions.ECHO, (client, request) -> Descriptions.echo(request))
        .toolCall(Descriptions.ADD, (client, request) -> Descriptions.add(request))
        .toolCall(Descriptions.FAIL, (client, request) -> Descriptions.fail())
        .toolCall(Descriptions.CRASH, (client, request) -> Descriptions.crash())
        .toolCall(
            Descriptions.tool("count", "Counts, with progress", Map.of("to", "integer")),
            SessionServer::count)
        .toolCall(Descriptions.tool("log", "Logs at two levels", Map.of()), SessionServer::log)
        .toolCall(
            Descriptions.tool("ask-model", "Asks the client's model", Map.of("text", "string")),
            SessionServer::askModel)
        .toolCall(
            Descriptions.tool("ask-user", "Asks the client's user for a name", Map.of()),
            SessionServer::askUser)
        .toolCall(
            Descriptions.tool("roots", "Lists the client's roots", Map.of()), SessionServer::roots)
        .toolCall(
            Descriptions.tool("grow", "Adds a tool and removes it, announcing both", Map.of()),
            (client, request) -> grow(Objects.requireNonNull(server.get())))
        .resources(
            new SyncResourceSpecification(
                Descriptions.NOTE, (client, request) -> Descriptions.note(request)))
        .prompts(
            new SyncPromptSpecification(
                Descriptions.WELCOME, (client, request) -> Descriptions.welcome(request)))
        .capabilities(
            ServerCapabilities.builder()
                .logging()
                .tools(true)
                .resources(false, false)
                .prompts(false)
                .build());
    server.set(specification.build());
  }

  private static CallToolResult grow(McpSyncServer server) {
    server.addTool(
        SyncToolSpecification.builder()
            .tool(Descriptions.tool("grown", "Nothing", Map.of()))
            .callHandler((client, request) -> Descriptions.text(""))
            .build());
    server.removeTool("grown");
    return Descriptions.text("grew and shrank");
  }

  private static CallToolResult count(McpSyncServerExchange client, CallToolRequest request) {
    int to = (int) Descriptions.number(request, "to");
    for (int i = 1; i <= to; i++) {
      pause();
      if (request.progressToken() != null) {
        client.progressNotification(
            new ProgressNotification(request.progressToken(), i, (double) to, "at " + i));
      }
    }
    return Descriptions.text("Counted to " + to);
  }

  private static CallToolResult log(McpSyncServerExchange client, CallToolRequest request) {
    client.loggingNotification(
        LoggingMessageNotification.builder(LoggingLevel.DEBUG, "not to be heard").build());
    client.loggingNotification(
        LoggingMessageNotification.builder(LoggingLevel.ERROR, "to be heard").build());
    return Descriptions.text("logged");
  }

  private static CallToolResult askModel(McpSyncServerExchange client, CallToolRequest request) {
    var question = new TextContent(Descriptions.argument(request, "text").toString());
    var answer =
        client.createMessage(
            CreateMessageRequest.builder(List.of(new SamplingMessage(Role.USER, question)), 100)
                .build());
    return Descriptions.text(answer.model() + " said " + ((TextContent) answer.content()).text());
  }

  private static CallToolResult askUser(McpSyncServerExchange client, CallToolRequest request) {
    Map<String, Object> schema =
        Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string")));
    var answer = client.createElicitation(ElicitRequest.builder("Who are you?", schema).build());
    return Descriptions.text(answer.action() + " " + answer.content());
  }

  private static CallToolResult roots(McpSyncServerExchange client, CallToolRequest request) {
    return Descriptions.text(client.listRoots().roots().stream().map(Root::uri).toList());
  }

  private static void pause() {
    try {
      Thread.sleep(STEP_MS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
