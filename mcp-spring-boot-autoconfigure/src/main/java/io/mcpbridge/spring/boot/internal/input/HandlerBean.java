package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.input.InputHandler;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A handler for one request type.
 *
 * @param question the request type
 * @param servers the servers it is for; empty for all that have no other
 * @param distance distance of its context from the nearest one; the nearest handler wins
 * @param beanPrecedence precedence within one context
 * @param description description for messages
 * @param handler finds or creates the bean when it is called
 */
record HandlerBean(
    Class<?> question,
    Set<String> servers,
    int distance,
    BeanPrecedence beanPrecedence,
    String description,
    InputHandler<?, ?> handler) {

  static Set<String> servers(@Nullable McpInputHandler annotation) {
    return annotation == null
        ? Set.of()
        : Arrays.stream(annotation.servers()).map(String::strip).collect(Collectors.toSet());
  }
}
