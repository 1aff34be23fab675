package io.mcpbridge.langchain4j;

import dev.langchain4j.service.Result;

/** The kind of AI service that applications declare. */
interface Assistant {

  Result<String> chat(String message);
}
