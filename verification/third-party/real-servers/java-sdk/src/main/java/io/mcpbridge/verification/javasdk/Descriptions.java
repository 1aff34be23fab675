package io.mcpbridge.verification.javasdk;

import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The tools, prompts and resources of the server, with and without sessions. */
final class Descriptions {

  static final String NAME = "java-sdk-server";
  static final String VERSION = "1.0.0";
  static final String INSTRUCTIONS = "Echoes, adds and fails.";

  static final Tool ECHO = tool("echo", "Says the text again", Map.of("text", "string"));
  static final Tool ADD =
      Tool.builder("add", object(Map.of("a", "number", "b", "number")))
          .description("Adds two numbers")
          .outputSchema(object(Map.of("sum", "number")))
          .build();
  static final Tool FAIL = tool("fail", "Answers that it failed", Map.of());
  static final Tool CRASH = tool("crash", "Throws an exception", Map.of());

  static final Resource NOTE =
      Resource.builder().uri("memo://note").name("note").mimeType("text/plain").build();
  static final Prompt WELCOME =
      Prompt.builder("welcome")
          .description("Welcomes a user")
          .arguments(List.of(new PromptArgument("name", "Whom", true)))
          .build();

  private Descriptions() {}

  static CallToolResult echo(CallToolRequest request) {
    return text(argument(request, "text"));
  }

  static CallToolResult add(CallToolRequest request) {
    double sum = number(request, "a") + number(request, "b");
    return CallToolResult.builder()
        .addTextContent("The sum is " + sum)
        .structuredContent(Map.of("sum", sum))
        .build();
  }

  static CallToolResult fail() {
    return CallToolResult.builder().addTextContent("failed as asked").isError(true).build();
  }

  static CallToolResult crash() {
    throw new IllegalStateException("crashed as asked");
  }

  static ReadResourceResult note(ReadResourceRequest request) {
    return new ReadResourceResult(
        List.of(new TextResourceContents(request.uri(), "text/plain", "Remember the milk")));
  }

  static GetPromptResult welcome(GetPromptRequest request) {
    return new GetPromptResult(
        "Welcomes a user",
        List.of(
            new PromptMessage(
                Role.USER, new TextContent("Welcome, " + request.arguments().get("name") + "!"))));
  }

  static CallToolResult text(Object text) {
    return CallToolResult.builder().addTextContent(String.valueOf(text)).build();
  }

  static Tool tool(String name, String description, Map<String, String> arguments) {
    return Tool.builder(name, object(arguments)).description(description).build();
  }

  static double number(CallToolRequest request, String argument) {
    return ((Number) argument(request, argument)).doubleValue();
  }

  static Object argument(CallToolRequest request, String name) {
    return Objects.requireNonNull(request.arguments().get(name), name);
  }

  private static Map<String, Object> object(Map<String, String> members) {
    Map<String, Object> properties = new TreeMap<>();
    members.forEach((name, type) -> properties.put(name, Map.of("type", type)));
    return Map.of(
        "type", "object", "properties", properties, "required", List.copyOf(properties.keySet()));
  }
}
