package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProviderRequest;

/** The requests of LangChain4j to a tool provider. */
final class Requests {

  private Requests() {}

  static ToolProviderRequest withContext(InvocationContext context) {
    return ToolProviderRequest.builder()
        .invocationContext(context)
        .userMessage(UserMessage.from("Hello"))
        .build();
  }
}
