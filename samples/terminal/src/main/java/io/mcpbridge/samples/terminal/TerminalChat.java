package io.mcpbridge.samples.terminal;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.input.ConsoleInput;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks an assistant the question on the command line, or those that the user types. */
public final class TerminalChat {

  private static final Logger log = LoggerFactory.getLogger(TerminalChat.class);

  private final UnaryOperator<String> assistant;
  private final ToolCatalog catalog;
  private final Duration readyTimeout;

  /**
   * @param assistant answers a question
   * @param catalog its tools
   * @param readyTimeout how long the first question waits for servers to connect; slower servers
   *     join later
   */
  public TerminalChat(UnaryOperator<String> assistant, ToolCatalog catalog, Duration readyTimeout) {
    this.assistant = assistant;
    this.catalog = catalog;
    this.readyTimeout = readyTimeout;
  }

  /**
   * Answers the question that these words form, or typed questions if there are none.
   *
   * @return the exit status: 1 if the question was not answered, else 0
   */
  public int run(List<String> words, ConsoleInput console, PrintStream out) {
    if (!catalog.awaitReady(readyTimeout)) {
      log.warn("Going on without the MCP servers that are still connecting");
    }
    if (words.isEmpty()) {
      chat(console, out);
      return 0;
    }
    return answer(String.join(" ", words), out) ? 0 : 1;
  }

  private void chat(ConsoleInput console, PrintStream out) {
    catalog.servers().forEach(server -> out.println(line(server)));
    out.println("Ask something, or say exit.");
    String line;
    while ((line = console.readLine("> ")) != null) {
      String typed = line.strip();
      if (typed.equalsIgnoreCase("exit") || typed.equalsIgnoreCase("quit")) {
        return;
      }
      if (!typed.isEmpty()) {
        answer(typed, out);
      }
    }
    out.println();
  }

  private boolean answer(String question, PrintStream out) {
    try {
      out.println(assistant.apply(question));
      return true;
    } catch (RuntimeException e) {
      log.error(
          "No answer. Is it the model, set by OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL? {}: {}",
          e.getMessage(),
          root(e).toString());
      log.debug("No answer", e);
      return false;
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : root(cause);
  }

  private static String line(ServerStatus server) {
    String line =
        "%-10s %2d tools, %s".formatted(server.name(), server.toolCount(), server.state());
    return server.reason() == null ? line : line + ": " + server.reason();
  }
}
