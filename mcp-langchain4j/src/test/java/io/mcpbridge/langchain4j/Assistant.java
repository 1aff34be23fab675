package io.mcpbridge.langchain4j;

import dev.langchain4j.service.Result;

/** A typical AI service of an application. */
interface Assistant {

  Result<String> chat(String message);
}
