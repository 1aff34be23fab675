package io.mcpbridge.verification.conformance;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.Tool;
import java.util.Map;

/** The client's actions in one scenario. */
@FunctionalInterface
interface Scenario {

  /** The prefix of all scenarios with a protected server. */
  String AUTHORIZATION = "auth/";

  void play(McpClient client);

  /**
   * The scenario of that name.
   *
   * @throws IllegalArgumentException if it is not implemented
   */
  static Scenario named(String name) {
    if (name.startsWith(AUTHORIZATION)) {
      return Scenario::protectedServer;
    }
    Scenario scenario = ALL.get(name);
    if (scenario == null) {
      throw new IllegalArgumentException(
          "no such scenario: \"" + name + "\"; there are " + ALL.keySet());
    }
    return scenario;
  }

  Map<String, Scenario> ALL =
      Map.ofEntries(
          Map.entry("initialize", McpClient::server),
          Map.entry("tools_call", Scenario::toolsCall),
          Map.entry("elicitation-sep1034-client-defaults", Scenario::elicitation),
          Map.entry("sse-retry", Scenario::answerThatIsCut),
          Map.entry("request-metadata", McpClient::ping),
          Map.entry("http-standard-headers", Scenario::everyRoutedRequest),
          Map.entry("http-custom-headers", Scenario::callsGivenByTheSuite),
          Map.entry("http-invalid-tool-headers", Scenario::callWhatIsListed),
          Map.entry("sep-2322-client-request-state", Scenario::severalRounds),
          Map.entry("json-schema-ref-no-deref", McpClient::listTools),
          Map.entry("json-schema-2020-12-preservation", Scenario::echoSchema));

  private static void toolsCall(McpClient client) {
    client.listTools();
    client.callTool("add_numbers", "{\"a\": 5, \"b\": 3}");
  }

  /** The suite checks the authorization; some scenarios need a second request. */
  private static void protectedServer(McpClient client) {
    client.listTools();
    client.callTool("test-tool");
  }

  private static void elicitation(McpClient client) {
    client.callTool("test_client_elicitation_defaults");
  }

  private static void answerThatIsCut(McpClient client) {
    client.listTools();
    client.callTool("test_reconnection");
  }

  private static void severalRounds(McpClient client) {
    client.callTool("test_mrtr_echo_state");
    client.callTool("test_mrtr_no_state");
    client.callTool("test_mrtr_unrelated");
    client.callTool("test_mrtr_no_result_type");
  }

  private static void everyRoutedRequest(McpClient client) {
    client.listTools();
    client.callTool("test_headers");
    send(client, ListResourcesRequest.first());
    send(client, new ReadResourceRequest("file:///path/to/file%20name.txt"));
    send(client, ListPromptsRequest.first());
    send(client, new GetPromptRequest("test_prompt", Map.of()));
  }

  private static void callsGivenByTheSuite(McpClient client) {
    client.listTools();
    for (Object entry : Context.read().list("toolCalls")) {
      JsonObject call = JsonObject.of(entry);
      send(client, new CallToolRequest(call.string("name", ""), call.map("arguments")));
    }
  }

  private static void callWhatIsListed(McpClient client) {
    client.listTools().forEach(tool -> client.callTool(tool.name(), "{\"region\": \"eu\"}"));
  }

  private static void echoSchema(McpClient client) {
    Tool tool =
        client.listTools().stream()
            .filter(t -> t.name().equals("json_schema_2020_12_tool"))
            .findFirst()
            .orElseThrow();
    send(client, new CallToolRequest("json_schema_echo", Map.of("schema", tool.inputSchema())));
  }

  private static void send(McpClient client, McpRequest<?> request) {
    client.newCall(request, CallOptions.defaults()).execute();
  }
}
