package io.mcpbridge.samples.model;

import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Token counts, estimated as a quarter of the characters; there is no tokenizer. */
record Usage(int promptTokens, int completionTokens) {

  static Usage estimate(ChatRequest request, Answer answer) {
    int prompt = 0;
    for (ChatMessage message : request.messages()) {
      prompt += message.text().length();
      prompt += message.toolCalls().stream().mapToInt(Usage::characters).sum();
    }
    for (OfferedTool tool : request.tools()) {
      prompt += tool.name().length() + tool.description().length();
      prompt += tool.parameters().toString().length();
    }
    int completion =
        answer instanceof Answer.ToolCalls tools
            ? tools.calls().stream().mapToInt(Usage::characters).sum()
            : ((Answer.Text) answer).text().length();
    return new Usage(tokens(prompt), tokens(completion));
  }

  ObjectNode toJson() {
    return JsonText.object()
        .put("prompt_tokens", promptTokens)
        .put("completion_tokens", completionTokens)
        .put("total_tokens", promptTokens + completionTokens);
  }

  private static int characters(ToolCall call) {
    return call.name().length() + call.arguments().length();
  }

  private static int tokens(int characters) {
    return characters / 4 + 1;
  }
}
