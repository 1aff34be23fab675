package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.UserMessage;

/** An AI service that is told for whom it works. */
interface UserAssistant {

  Result<String> chat(@UserMessage String message, InvocationParameters parameters);
}
