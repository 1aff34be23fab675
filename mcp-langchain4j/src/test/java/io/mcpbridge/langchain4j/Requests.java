package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProviderRequest;

/** What LangChain4j asks a provider of tools. */
final class Requests {

  private Requests() {}

  static ToolProviderRequest in(InvocationContext context) {
    return ToolProviderRequest.builder()
        .invocationContext(context)
        .userMessage(UserMessage.from("Hello"))
        .build();
  }
}
