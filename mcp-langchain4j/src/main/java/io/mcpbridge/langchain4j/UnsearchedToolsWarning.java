package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once if a tool search of LangChain4j does not apply to a provider, because LangChain4j
 * shows all tools of dynamic providers. It does not tell providers about the search, except through
 * {@link McpToolSearchStrategy} and settings that have no other purpose.
 */
final class UnsearchedToolsWarning {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  /** LangChain4j asks the strategy right before the dynamic providers, on the same thread. */
  private static final ThreadLocal<@Nullable WeakReference<InvocationContext>> SEARCHED =
      new ThreadLocal<>();

  private final AtomicBoolean logged = new AtomicBoolean();

  /** Called by the strategy for each invocation with a search. */
  static void searching(@Nullable InvocationContext context) {
    SEARCHED.set(new WeakReference<>(context));
  }

  /** Called by a dynamic provider. */
  void check(@Nullable InvocationContext context) {
    WeakReference<InvocationContext> searched = SEARCHED.get();
    if (context != null && searched != null && searched.get() == context) {
      SEARCHED.remove();
      log("the AI service has a toolSearchStrategy");
    }
  }

  /**
   * @param sign how it is known that there is a search
   */
  void log(String sign) {
    if (!logged.getAndSet(true)) {
      log.warn(
          "LangChain4j shows all tools of a dynamic McpToolProvider without a search, although {}."
              + " Remove dynamic(true) from the provider, or the tool search style load; or remove"
              + " the toolSearchStrategy, and search with toolSearch(...) of the provider's builder"
              + " (mcp.client.tool-search.mode)",
          sign);
    }
  }
}
