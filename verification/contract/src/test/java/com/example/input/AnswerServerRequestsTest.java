package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of docs/how-to/answer-server-requests.md. */
@ExtendWith(LeakCheck.class)
class AnswerServerRequestsTest {

  private static final String FORM =
      """
      {"type": "object", "properties": {"name": {"type": "string"}}}""";

  @Test
  void handlerFillsForms() {
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25")) {
      server
          .tool("greet")
          .handler(
              call ->
                  FakeResult.text(
                      call.ask(FakeServerRequest.form("Who?", FORM)).result().toJson()));
      Transport transport = server.transport();

      InputHandlers handlers =
          InputHandlers.builder()
              .elicitForm(
                  (form, context) -> {
                    CallerContext caller = context.caller();
                    System.out.println(
                        caller.server() + " asks " + caller.user() + ": " + form.message());
                    for (FormField field : FormSchema.of(form).fields()) {
                      System.out.println("  " + field.name() + " (" + field.kind() + ")");
                    }
                    return ElicitResult.accept(Map.of("name", "Ada")); // or decline(), or cancel()
                  })
              .elicitUrl(
                  (visit, context) ->
                      agreesTo(visit.url()) ? ElicitResult.accept() : ElicitResult.decline())
              .createMessage(
                  (request, context) -> CreateMessageResult.text(ask(request), "my-model"))
              .listRoots(
                  (request, context) -> new ListRootsResult(List.of(Root.of(Path.of("/data")))))
              .build();
      McpClient client = McpClient.builder(transport).inputHandlers(handlers).build();

      try (client) {
        CallToolResult greeting = client.callTool("greet");
        assertThat(greeting.content()).asString().contains("Ada");
      }
    }
  }

  private static boolean agreesTo(String url) {
    return url.isEmpty();
  }

  private static String ask(CreateMessageRequest request) {
    return request.method();
  }
}
