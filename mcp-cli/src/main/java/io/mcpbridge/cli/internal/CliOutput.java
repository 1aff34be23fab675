package io.mcpbridge.cli.internal;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.InvisibleCharacters;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
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

    Styled of(String text) {
      return new Styled(this, text);
    }
  }

  /** A part of a line with a style. */
  record Styled(Style style, String text) {

    @Override
    public String toString() {
      return text;
    }
  }

  /** No text looks like a line of its own. */
  private static final String CONTINUATION = "\n      ";

  private static final PrintStream DISCARDED =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private final PrintStream out;
  private final PrintStream err;
  private final boolean color;
  private final boolean terminal;
  private final AtomicBoolean interrupted;
  private UnaryOperator<String> mask = UnaryOperator.identity();

  /**
   * @param terminal whether results are shown at a terminal, which must not get the sequences of
   *     servers. Files get results unchanged
   * @param interrupted whether nothing is written any more
   */
  CliOutput(
      PrintStream out,
      PrintStream err,
      boolean color,
      boolean terminal,
      AtomicBoolean interrupted) {
    this.out = out;
    this.err = err;
    this.color = color;
    this.terminal = terminal;
    this.interrupted = interrupted;
  }

  PrintStream stream() {
    return out();
  }

  private PrintStream out() {
    return interrupted.get() ? DISCARDED : out;
  }

  private PrintStream err() {
    return interrupted.get() ? DISCARDED : err;
  }

  /** Masks texts of progress, errors and traces from now on; results are left as they are. */
  void mask(UnaryOperator<String> newMask) {
    this.mask = newMask;
  }

  /**
   * One line. Further lines of a text, such as the last ones of a process, are indented.
   *
   * @param parts texts and {@link Styled} ones. Names and lines of files are shown like texts of
   *     servers: without terminal sequences
   */
  void line(Object... parts) {
    out().println(joined(parts));
  }

  /** Same, after a title. */
  void serverText(Styled title, String text) {
    out().print(joined(title, " "));
    serverText(text);
  }

  /** Text of a server, which may hold terminal sequences, as lines. */
  void serverText(String text) {
    String shown = terminal ? DisplayText.plain(text) : text;
    out().print(shown);
    if (!shown.endsWith("\n")) {
      out().println();
    }
  }

  /** The content of a resource: as it is, or as lines at a terminal. */
  void content(String text) {
    if (terminal) {
      serverText(text);
    } else {
      out().print(text);
    }
  }

  /** The one document of {@code --json}. */
  void json(@Nullable Object document) {
    out().println(withoutRawControls(Json.write(document)));
  }

  /** JSON escapes the control characters before the space only. */
  private static String withoutRawControls(String json) {
    if (json.chars().noneMatch(CliOutput::isControl)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    json.chars()
        .forEach(
            character ->
                escaped.append(
                    isControl(character)
                        ? InvisibleCharacters.escaped(character)
                        : String.valueOf((char) character)));
    return escaped.toString();
  }

  private static boolean isControl(int character) {
    return character >= 0x7F && character <= 0x9F;
  }

  void progress(String text) {
    err().println(joined(Style.DIM.of(mask.apply(text))));
  }

  /** A message of a trace, which may have several lines. */
  void trace(String text) {
    message(mask.apply(text));
  }

  /** Text for the user as it is, such as the address of a page. */
  void message(String text) {
    err().println(InvisibleCharacters.escape(text));
  }

  /** One line of a server's text as progress. */
  void serverProgress(String server, String text) {
    progress(server + ": " + ServerText.line(mask.apply(text)));
  }

  /** One line of an error, which is masked before it is shortened. */
  void serverError(String server, @Nullable String text) {
    error(server + ": " + ServerText.line(mask.apply(String.valueOf(text))));
  }

  /** Same, without a server and longer. */
  void errorLine(@Nullable String text) {
    error(ServerText.line(mask.apply(String.valueOf(text)), 1000));
  }

  /** An error, which may have several lines, such as that of a tool. */
  void error(String text) {
    err().println(joined(Style.RED.of("error:")) + " " + DisplayText.plain(mask.apply(text)));
  }

  private String joined(Object... parts) {
    StringBuilder line = new StringBuilder();
    for (Object part : parts) {
      String text = DisplayText.plain(part.toString()).replace("\n", CONTINUATION);
      line.append(
          color && !text.isEmpty() && part instanceof Styled styled
              ? "\u001B[" + styled.style().sgr + "m" + text + "\u001B[0m"
              : text);
    }
    return line.toString();
  }

  /** A map in the order of the arguments: name, value, name, value. */
  static Map<String, @Nullable Object> ordered(@Nullable Object... members) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      map.put(String.valueOf(members[i]), members[i + 1]);
    }
    return map;
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
