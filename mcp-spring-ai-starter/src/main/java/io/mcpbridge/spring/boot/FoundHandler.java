package io.mcpbridge.spring.boot;

import io.mcpbridge.input.InputHandler;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Something that answers one kind of question.
 *
 * @param question the type of the question
 * @param servers whose questions; empty for those of servers that have no other
 * @param distance how far up its context is; of the nearest one is asked
 * @param precedence which of those in one context is asked
 * @param description where it is, for people
 * @param handler finds or makes the bean when it is asked
 */
record FoundHandler(
    Class<?> question,
    Set<String> servers,
    int distance,
    Precedence precedence,
    String description,
    InputHandler<?, ?> handler) {

  static Set<String> servers(@Nullable McpInputHandler annotation) {
    return annotation == null
        ? Set.of()
        : Arrays.stream(annotation.servers()).map(String::strip).collect(Collectors.toSet());
  }
}
