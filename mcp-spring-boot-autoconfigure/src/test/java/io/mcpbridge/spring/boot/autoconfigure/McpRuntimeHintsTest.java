package io.mcpbridge.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.spring.boot.internal.server.SpringAiConnections;
import io.mcpbridge.spring.oauth.internal.user.SignedInHints;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** What a native image has to know of the library's reflection. */
class McpRuntimeHintsTest {

  /** Without them, a native application would be told that its LangChain4j is too old. */
  @Test
  void checkOfTheLangChain4jReleaseFindsItsMethods() {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, getClass().getClassLoader());

    assertThat(reflection().onMethod(ToolExecution.class, "attributes").invoke()).accepts(hints);
    assertThat(reflection().onMethod(InvocationContext.class, "modelProvider").invoke())
        .accepts(hints);
  }

  /** Without them, a native application would do without what they are for. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.langchain4j.exception.ToolErrorVisibleToLlm",
        "dev.langchain4j.service.spring.AiService",
        "io.mcpbridge.spring.ai.ChatModelProvider",
        "org.springframework.ai.model.tool.ToolCallLimits",
        "org.springframework.security.core.context.ReactiveSecurityContextHolder",
        "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken",
        "org.springframework.security.oauth2.core.ClaimAccessor",
        "org.springframework.security.oauth2.jwt.Jwt",
        "reactor.core.scheduler.NonBlocking"
      })
  void optionalClassIsFoundByName(String name) {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, getClass().getClassLoader());
    new SignedInHints().registerHints(hints, getClass().getClassLoader());

    assertThat(reflection().onType(TypeReference.of(name))).accepts(hints);
  }

  /** Without them, the first search of tools in a native application would fail. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "io/mcpbridge/oauth/internal/token/effective_tld_names.dat",
        "io/mcpbridge/search/related_terms.txt"
      })
  void resourceIsFound(String name) {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, getClass().getClassLoader());

    assertThat(getClass().getClassLoader().getResource(name)).isNotNull();
    assertThat(RuntimeHintsPredicates.resource().forResource(name)).accepts(hints);
  }

  @Test
  void bindsConnectionsOfSpringAi() {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, null);

    for (Class<?> type : List.of(SpringAiConnections.Stdio.class, SpringAiConnections.Http.class)) {
      assertThat(hints.reflection().getTypeHint(type)).isNotNull();
      assertThat(hints.reflection().getTypeHint(type).constructors()).isNotEmpty();
    }
  }
}
