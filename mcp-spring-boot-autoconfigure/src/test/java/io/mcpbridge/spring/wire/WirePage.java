package io.mcpbridge.spring.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.search.ToolSearchStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of recorded requests. Each framework line rewrites only its own part. */
final class WirePage {

  /** The senders, in page order. */
  private static final List<String> SENDERS =
      List.of("Spring AI 1.1", "Spring AI 2.0", "LangChain4j");

  private static final Path FILE = file();
  private static final Pattern SENT = Pattern.compile("// (.+)\n(.+)\n");

  private String text;

  private WirePage(String text) {
    this.text = text;
  }

  /** Whichever module the tests run in. */
  private static Path file() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("docs"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder).resolve("docs/reference/wire.md");
  }

  static WirePage read() {
    try {
      return new WirePage(Files.readString(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write() {
    try {
      Files.writeString(FILE, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return text;
  }

  void table(Map<Situation, String> sentences) {
    StringBuilder table =
        new StringBuilder(
            "| What happens | What the model calls | What it reads |\n|---|---|---|\n");
    sentences.forEach(
        (situation, sentence) ->
            table.append(
                "| %s | `%s %s` | `%s` |\n"
                    .formatted(
                        situation.words(),
                        situation.tool(),
                        situation.arguments(),
                        sentence.replace("\n", "⏎"))));
    put("table", table.toString());
  }

  /** Adds a body, one line per message and tool. */
  void request(String sender, JsonNode body) {
    put("request of " + sender, "```json\n" + lines(body) + "```\n");
  }

  /** Adds a body of tool search, one line per message and tool. */
  void search(ToolSearchStyle style, JsonNode body) {
    put(
        "tool search, style " + style.name().toLowerCase(Locale.ROOT),
        "```json\n" + lines(body) + "```\n");
  }

  private static String lines(JsonNode body) {
    List<String> members = new ArrayList<>();
    body.properties()
        .forEach(
            member -> members.add("  \"" + member.getKey() + "\": " + value(member.getValue())));
    return "{\n" + String.join(",\n", members) + "\n}\n";
  }

  private static String value(JsonNode value) {
    if (!value.isArray()) {
      return value.toString();
    }
    List<String> elements = new ArrayList<>();
    value.forEach(element -> elements.add("    " + element));
    return "[\n" + String.join(",\n", elements) + "\n  ]";
  }

  /** Replaces one sender's message for this situation, and keeps the others. */
  void toolMessage(Situation situation, String sender, JsonNode message) {
    String part = situation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Map<String, String> sent = new LinkedHashMap<>();
    Matcher matcher = SENT.matcher(part(part));
    while (matcher.find()) {
      sent.put(matcher.group(1), matcher.group(2));
    }
    sent.put(sender, message.toString());
    StringBuilder lines = new StringBuilder("```jsonc\n");
    SENDERS.stream()
        .filter(sent::containsKey)
        .forEach(
            it -> lines.append("// ").append(it).append('\n').append(sent.get(it)).append('\n'));
    put(part, lines + "```\n");
  }

  private String part(String name) {
    int from = text.indexOf(begin(name)) + begin(name).length();
    return text.substring(from, end(name, from));
  }

  private void put(String name, String content) {
    int from = text.indexOf(begin(name)) + begin(name).length();
    text = text.substring(0, from) + "\n" + content + "\n" + text.substring(end(name, from));
  }

  private int end(String name, int from) {
    if (!text.contains(begin(name))) {
      throw new AssertionError("docs/reference/wire.md has no place for \"" + name + "\"");
    }
    return text.indexOf("<!-- end -->", from);
  }

  private static String begin(String name) {
    return "<!-- recorded: " + name + " -->\n";
  }
}
