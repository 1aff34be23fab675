package io.mcpbridge.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.spring.boot.autoconfigure.McpRuntimeHints;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;

/** What a native image has to know of the library's reflection. */
class McpRuntimeHintsTest {

  /** Without them, a native application would be told that its LangChain4j is too old. */
  @Test
  void checkOfTheLangChain4jReleaseFindsItsMethods() {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, getClass().getClassLoader());

    assertThat(reflection().onMethod(ToolProviderResult.class, "aiServiceTools").invoke())
        .accepts(hints);
    assertThat(reflection().onMethod(InvocationContext.class, "modelProvider").invoke())
        .accepts(hints);
  }
}
