package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Selects the handlers of each server. */
final class InputHandlerSelector {

  private final List<HandlerBean> handlers;

  /**
   * @throws InvalidMcpConfigurationException if two handle the same requests of the same servers
   */
  InputHandlerSelector(List<HandlerBean> handlers) {
    this.handlers = handlers;
    Set<Class<?>> questions = new HashSet<>();
    handlers.forEach(handler -> questions.add(handler.question()));
    for (Class<?> question : questions) {
      Set<String> named = new HashSet<>();
      handlers.stream()
          .filter(handler -> handler.question() == question)
          .forEach(handler -> named.addAll(handler.servers()));
      named.forEach(server -> only(candidates(question, server), server));
      only(candidates(question, null), null);
    }
  }

  @SuppressWarnings("unchecked") // a handler is found by its request type
  <Q extends InputRequest, A extends InputResult> @Nullable InputHandler<Q, A> of(
      String server, Class<Q> question) {
    HandlerBean ofServer = only(candidates(question, server), server);
    HandlerBean handler = ofServer == null ? only(candidates(question, null), null) : ofServer;
    return handler == null ? null : (InputHandler<Q, A>) handler.handler();
  }

  /**
   * @param server {@code null} for handlers that name no server
   */
  private List<HandlerBean> candidates(Class<?> question, @Nullable String server) {
    return handlers.stream()
        .filter(handler -> handler.question() == question)
        .filter(
            handler ->
                server == null ? handler.servers().isEmpty() : handler.servers().contains(server))
        .toList();
  }

  private static @Nullable HandlerBean only(List<HandlerBean> all, @Nullable String server) {
    List<HandlerBean> nearest =
        first(first(all, HandlerBean::distance), HandlerBean::beanPrecedence);
    if (nearest.size() > 1) {
      throw new InvalidMcpConfigurationException(
          "Ambiguous input handlers for a "
              + nearest.get(0).question().getSimpleName()
              + (server == null ? "" : " of the MCP server '" + server + "'")
              + ": "
              + String.join(", ", nearest.stream().map(HandlerBean::description).sorted().toList())
              + ".",
          "Keep one of them, or assign each to servers with @McpInputHandler(servers = ...).");
    }
    return nearest.isEmpty() ? null : nearest.get(0);
  }

  private static <C extends Comparable<C>> List<HandlerBean> first(
      List<HandlerBean> all, Function<HandlerBean, C> property) {
    Optional<C> least = all.stream().map(property).min(Comparator.naturalOrder());
    return all.stream()
        .filter(handler -> property.apply(handler).equals(least.orElseThrow()))
        .toList();
  }
}
