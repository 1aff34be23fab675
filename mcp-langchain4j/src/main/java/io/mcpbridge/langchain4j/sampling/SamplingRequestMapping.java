package io.mcpbridge.langchain4j.sampling;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.PromptMessages;
import io.mcpbridge.langchain4j.schema.MappedTool;
import io.mcpbridge.langchain4j.schema.SchemaProfiles;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Maps a sampling request to LangChain4j's; adds nothing of the host. */
final class SamplingRequestMapping {

  private final String server;
  private final SchemaProfile profile;
  private final ToolOfferLog reports;
  private final List<ChatMessage> messages = new ArrayList<>();
  private final Map<String, String> toolNames = new HashMap<>();

  private SamplingRequestMapping(String server, SchemaProfile profile, ToolOfferLog reports) {
    this.server = server;
    this.profile = profile;
    this.reports = reports;
  }

  /**
   * @param server the requesting server
   * @param model determines the schema profile
   * @param mostTokens the limit of the output
   * @param reports receives the tools that are left out or whose schemas were reduced
   */
  static ChatRequest of(
      CreateMessageRequest request,
      String server,
      ChatModel model,
      int mostTokens,
      ToolOfferLog reports) {
    SamplingRequestMapping mapping =
        new SamplingRequestMapping(server, SchemaProfiles.forProvider(model.provider()), reports);
    if (request.systemPrompt() != null && !request.systemPrompt().isBlank()) {
      mapping.messages.add(SystemMessage.from(request.systemPrompt()));
    }
    request.messages().forEach(mapping::add);
    ChatRequest.Builder chat =
        ChatRequest.builder().messages(mapping.messages).maxOutputTokens(mostTokens);
    if (request.temperature() != null) {
      chat.temperature(request.temperature());
    }
    if (!request.stopSequences().isEmpty()) {
      chat.stopSequences(request.stopSequences());
    }
    List<ToolSpecification> tools =
        request.tools().stream().map(mapping::tool).flatMap(Optional::stream).toList();
    if (!tools.isEmpty()) {
      chat.toolSpecifications(tools);
      if (request.toolChoice() != null) {
        chat.toolChoice(toolChoice(request.toolChoice()));
      }
    }
    return chat.build();
  }

  private static ToolChoice toolChoice(String mode) {
    return switch (mode) {
      case "required" -> ToolChoice.REQUIRED;
      case "none" -> ToolChoice.NONE;
      default -> ToolChoice.AUTO;
    };
  }

  /**
   * Keeps the server's name, which the response refers to; a tool that cannot be mapped does not
   * affect the others.
   */
  private Optional<ToolSpecification> tool(Tool tool) {
    CatalogTool named = new CatalogTool(tool.name(), server, tool, tool, Visibility.OFFERED);
    MappedTool mapped = MappedTool.of(named, profile);
    if (mapped.report() != null) {
      reports.report(mapped.report());
    }
    return Optional.ofNullable(mapped.specification());
  }

  private void add(SamplingMessage message) {
    if (message.role().equals("assistant")) {
      messages.add(assistants(message.content()));
      return;
    }
    List<Content> contents = new ArrayList<>();
    for (SamplingContent content : message.content()) {
      if (content instanceof ToolResultContent result) {
        messages.add(result(result));
      } else if (content instanceof ContentBlock block) {
        contents.add(PromptMessages.content(block));
      }
    }
    if (!contents.isEmpty()) {
      messages.add(UserMessage.from(contents));
    }
  }

  private AiMessage assistants(List<SamplingContent> contents) {
    List<ContentBlock> blocks = new ArrayList<>();
    List<ToolExecutionRequest> uses = new ArrayList<>();
    for (SamplingContent content : contents) {
      if (content instanceof ToolUseContent use) {
        toolNames.put(use.id(), use.name());
        uses.add(
            ToolExecutionRequest.builder()
                .id(use.id())
                .name(use.name())
                .arguments(Json.write(use.input()))
                .build());
      } else if (content instanceof ContentBlock block) {
        blocks.add(block);
      }
    }
    AiMessage.Builder message = AiMessage.builder().toolExecutionRequests(uses);
    return (blocks.isEmpty() ? message : message.text(ContentText.ofAll(blocks))).build();
  }

  private ToolExecutionResultMessage result(ToolResultContent result) {
    return ToolExecutionResultMessage.builder()
        .id(result.toolUseId())
        .toolName(toolNames.getOrDefault(result.toolUseId(), ""))
        .contents(TextContent.from(ContentText.ofResult(result)))
        .isError(result.isError())
        .build();
  }
}
