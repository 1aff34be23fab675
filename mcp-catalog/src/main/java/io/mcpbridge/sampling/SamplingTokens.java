package io.mcpbridge.sampling;

import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;

/** Estimates the number of input tokens. */
final class SamplingTokens {

  /** About four characters per token for English text; fewer for most other text, and for code. */
  private static final int CHARACTERS_PER_TOKEN = 3;

  /** About the most that a model provider counts for one image. */
  private static final int TOKENS_PER_IMAGE = 1_600;

  /** For audio and video in base64, with the usual compression. */
  private static final int MEDIA_CHARACTERS_PER_TOKEN = 100;

  private SamplingTokens() {}

  static long of(CreateMessageRequest request) {
    long tokens = ofText(request.systemPrompt() == null ? "" : request.systemPrompt());
    for (SamplingMessage message : request.messages()) {
      for (SamplingContent content : message.content()) {
        tokens += of(content);
      }
    }
    for (Tool tool : request.tools()) {
      String description = tool.description() == null ? "" : tool.description();
      tokens += ofText(tool.name() + description + Json.write(tool.inputSchema()));
    }
    return tokens;
  }

  private static long of(SamplingContent content) {
    if (content instanceof ToolUseContent use) {
      return ofText(use.name() + Json.write(use.input()));
    }
    if (content instanceof ToolResultContent result) {
      return result.content().isEmpty() && result.structuredContent() != null
          ? ofText(result.structuredContent().toJson())
          : result.content().stream().mapToLong(SamplingTokens::of).sum();
    }
    return content instanceof ContentBlock block ? of(block) : 0;
  }

  private static long of(ContentBlock block) {
    ContentMedia media = ContentMedia.of(block);
    if (media == null) {
      return ofText(ContentText.of(block));
    }
    return media.kind().equals("image")
        ? TOKENS_PER_IMAGE
        : media.base64().length() / MEDIA_CHARACTERS_PER_TOKEN;
  }

  private static long ofText(String text) {
    return (text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
  }
}
