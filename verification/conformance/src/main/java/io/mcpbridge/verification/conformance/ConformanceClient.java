package io.mcpbridge.verification.conformance;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Plays one scenario of the official suite against the server whose URL is the last argument. The
 * suite passes scenario and revision in the environment, and judges the client by the requests that
 * it received, so nothing is checked here.
 */
final class ConformanceClient {

  private static final String SCENARIO = "MCP_CONFORMANCE_SCENARIO";
  private static final String REVISION = "MCP_CONFORMANCE_PROTOCOL_VERSION";

  private ConformanceClient() {}

  public static void main(String[] args) {
    if (args.length == 0) {
      throw new IllegalArgumentException("the last argument is the server's URL");
    }
    Map<String, String> environment = System.getenv();
    String name = environment.getOrDefault(SCENARIO, "");
    McpClient.Builder builder =
        McpClient.builder(transport(name, args[args.length - 1]))
            .name(name)
            .clientInfo(Implementation.of("mcp-bridge-conformance", "0.1.0"))
            .inputHandlers(
                InputHandlers.builder()
                    .elicitForm((form, context) -> ElicitResult.accept(answers(form)))
                    .build());
    String revision = environment.get(REVISION);
    if (revision != null) {
      builder.protocolVersion(revision);
    }
    try (McpClient client = builder.build()) {
      Scenario.named(name).play(client);
    }
  }

  private static StreamableHttpTransport transport(String scenario, String url) {
    StreamableHttpTransport.Builder transport = StreamableHttpTransport.builder(URI.create(url));
    return scenario.startsWith(Scenario.AUTHORIZATION)
        ? transport.credentials(Authorization.of(scenario, url, Context.read())).build()
        : transport.build();
  }

  /** Accepts every form, with the defaults of all other fields. */
  private static Map<String, Object> answers(ElicitFormRequest form) {
    return FormSchema.of(form).fields().stream()
        .filter(field -> field.kind() == FormField.Kind.BOOLEAN && field.defaultValue() == null)
        .collect(Collectors.toMap(FormField::name, field -> true));
  }
}
