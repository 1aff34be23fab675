package io.mcpbridge.spring.boot;

import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Selects the handlers of each server. */
final class HandlerChoice {

  private final List<FoundHandler> found;

  /**
   * @throws InvalidMcpConfigurationException if two handle the same requests of the same servers
   */
  HandlerChoice(List<FoundHandler> found) {
    this.found = found;
    for (Class<?> question : HandlerMethods.ANSWERS.keySet()) {
      Set<String> named = new HashSet<>();
      found.stream()
          .filter(handler -> handler.question() == question)
          .forEach(handler -> named.addAll(handler.servers()));
      named.forEach(server -> only(candidates(question, server), server));
      only(candidates(question, null), null);
    }
  }

  @SuppressWarnings("unchecked") // a handler is found by its request type
  <Q extends InputRequest, A extends InputResult> @Nullable InputHandler<Q, A> of(
      String server, Class<Q> question) {
    FoundHandler own = only(candidates(question, server), server);
    FoundHandler handler = own == null ? only(candidates(question, null), null) : own;
    return handler == null ? null : (InputHandler<Q, A>) handler.handler();
  }

  /**
   * @param server {@code null} for handlers that name no server
   */
  private List<FoundHandler> candidates(Class<?> question, @Nullable String server) {
    return found.stream()
        .filter(handler -> handler.question() == question)
        .filter(
            handler ->
                server == null ? handler.servers().isEmpty() : handler.servers().contains(server))
        .toList();
  }

  private static @Nullable FoundHandler only(List<FoundHandler> all, @Nullable String server) {
    List<FoundHandler> left = first(first(all, FoundHandler::distance), FoundHandler::precedence);
    if (left.size() > 1) {
      throw new InvalidMcpConfigurationException(
          "It cannot be said who answers a "
              + left.get(0).question().getSimpleName()
              + (server == null ? "" : " of the MCP server '" + server + "'")
              + ": "
              + String.join(", ", left.stream().map(FoundHandler::description).sorted().toList())
              + ".",
          "Keep one of them, or say with @McpInputHandler(servers = ...) whose questions each is"
              + " for.",
          null);
    }
    return left.isEmpty() ? null : left.get(0);
  }

  private static <C extends Comparable<C>> List<FoundHandler> first(
      List<FoundHandler> all, Function<FoundHandler, C> by) {
    Optional<C> least = all.stream().map(by).min(Comparator.naturalOrder());
    return all.stream().filter(one -> by.apply(one).equals(least.orElseThrow())).toList();
  }
}
