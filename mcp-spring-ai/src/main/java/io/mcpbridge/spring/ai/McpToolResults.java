package io.mcpbridge.spring.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientResponse;

/**
 * The complete results of the tool calls of one request. A model reads only the text of a result;
 * the rest is in the context of the response:
 *
 * <pre>{@code
 * ChatClientResponse response = chatClient.prompt(question).call().chatClientResponse();
 * McpToolResults.of(response).list().forEach(result -> show(result.output().structuredContent()));
 * }</pre>
 *
 * <p>With {@code stream()}, each element of the stream has the results so far. The {@code
 * ChatClient} needs a {@link McpAdvisor}, as those of the starter's builder have. Thread-safe.
 */
public final class McpToolResults {

  /**
   * The key in the context of the response. An object of this class as the advisor parameter of
   * this name collects the results of that request; use one object per request.
   */
  public static final String CONTEXT_KEY = "io.mcpbridge.tool-results";

  private static final Logger log = LoggerFactory.getLogger(McpToolResults.class);

  private final Consumer<McpToolResult> listener;
  private final List<McpToolResult> results = new ArrayList<>();

  /** Collects the results. */
  public McpToolResults() {
    this(result -> {});
  }

  /**
   * Collects the results and passes each on when its call ends, such as to a user interface during
   * a stream.
   *
   * @param listener called on the thread of the call, before the model gets the result. Must be
   *     thread-safe if the calls of one response run concurrently. An exception is logged and does
   *     not affect the call
   */
  public McpToolResults(Consumer<McpToolResult> listener) {
    this.listener = listener;
  }

  /** The results of a response; empty if it has none. */
  public static McpToolResults of(ChatClientResponse response) {
    McpToolResults results = of(response.context());
    return results == null ? new McpToolResults() : results;
  }

  /** The results so far, in the order in which the calls ended. */
  public List<McpToolResult> list() {
    synchronized (results) {
      return List.copyOf(results);
    }
  }

  /** The collector in a context; {@code null} if there is none. */
  static @Nullable McpToolResults of(Map<String, Object> context) {
    return context.get(CONTEXT_KEY) instanceof McpToolResults results ? results : null;
  }

  void add(McpToolResult result) {
    synchronized (results) {
      results.add(result);
    }
    try {
      listener.accept(result);
    } catch (RuntimeException e) {
      log.warn("The listener for results failed on one of {}", result.tool().modelName(), e);
    }
  }

  /** Without the results, which may be confidential. */
  @Override
  public String toString() {
    return "McpToolResults[" + list().size() + "]";
  }
}
