package io.mcpbridge.cli.internal;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes results to standard output, and progress and errors to standard error. */
final class CliOutput {

  /** The colors, as numbers of SGR (ECMA-48, section 8.3.117). */
  enum Style {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33");

    private final String sgr;

    Style(String sgr) {
      this.sgr = sgr;
    }
  }

  private final PrintStream out;
  private final PrintStream err;
  private final boolean color;

  CliOutput(PrintStream out, PrintStream err, boolean color) {
    this.out = out;
    this.err = err;
    this.color = color;
  }

  PrintStream stream() {
    return out;
  }

  void line(String text) {
    out.println(text);
  }

  /** Text of a server, which may hold terminal sequences. */
  void serverText(String text) {
    String plain = DisplayText.plain(text);
    out.print(plain);
    if (!plain.endsWith("\n")) {
      out.println();
    }
  }

  /** The one document of {@code --json}. */
  void json(@Nullable Object document) {
    out.println(Json.write(document));
  }

  void progress(String text) {
    err.println(styled(Style.DIM, text));
  }

  /** A message of a trace. */
  void message(String text) {
    err.println(text);
  }

  /** One line of a server's text as progress. */
  void serverProgress(String server, String text) {
    progress(server + ": " + ServerText.line(text));
  }

  void error(String text) {
    err.println(styled(Style.RED, "error:") + " " + text);
  }

  String styled(Style style, String text) {
    return color && !text.isEmpty() ? "\u001B[" + style.sgr + "m" + text + "\u001B[0m" : text;
  }

  /** Puts a member unless the value is absent or empty. */
  static void put(Map<String, @Nullable Object> object, String name, @Nullable Object value) {
    boolean isEmpty =
        value == null || "".equals(value) || (value instanceof Map<?, ?> map && map.isEmpty());
    if (!isEmpty) {
      object.put(name, value);
    }
  }
}
