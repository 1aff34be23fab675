package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.UserMessage;

/** An AI service with the user as a parameter. */
interface UserAssistant {

  Result<String> chat(@UserMessage String message, InvocationParameters parameters);
}
