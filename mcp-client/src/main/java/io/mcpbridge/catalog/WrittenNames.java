package io.mcpbridge.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a model may have meant by a name that no tool has. Models write hyphens for underscores, a
 * dot or slash between server and tool, other letter case, or the tool without its server; where
 * only one tool can be meant, that is the one. Made of a snapshot by the first such name, so that a
 * right name pays nothing for it.
 */
final class WrittenNames {

  private static final Pattern SEPARATORS = Pattern.compile("[\\s_./:-]+");

  /** What providers and other clients put before the names of tools, and models then repeat. */
  static final List<String> FOREIGN_PREFIXES = List.of("functions_", "default_api_", "mcp_");

  /** No tool is meant by a longer one. */
  private static final int LONGEST_WRITTEN = 1_000;

  /** Longer forms are compared by their beginning. */
  private static final int LONGEST_COMPARED = 100;

  static final int MOST_SUGGESTED = 5;

  /** By form; {@code null} where several tools have it. */
  private final Map<String, @Nullable CatalogTool> whole = new HashMap<>();

  private final Map<String, @Nullable CatalogTool> withoutServer = new HashMap<>();
  private final List<Known> known = new ArrayList<>();

  /** A tool and the forms of its name with and without its server, as far as they are compared. */
  private record Known(CatalogTool tool, String whole, String bare) {}

  WrittenNames(List<CatalogTool> tools) {
    for (CatalogTool tool : tools) {
      String name = form(tool.modelName());
      String bare = form(tool.name());
      String spelledOut = form(tool.server() + "__" + tool.name());
      add(whole, name, tool);
      if (!spelledOut.equals(name) && !bare.isEmpty()) {
        add(whole, spelledOut, tool); // the name was cut, or had characters that providers refuse
      }
      add(withoutServer, bare, tool);
      known.add(new Known(tool, start(name), start(bare)));
    }
  }

  private static void add(
      Map<String, @Nullable CatalogTool> byForm, String form, CatalogTool tool) {
    if (!form.isEmpty()) {
      byForm.put(form, byForm.containsKey(form) ? null : tool);
    }
  }

  /** The only tool that can be meant by a name; {@code null} if there is none, or several. */
  @Nullable CatalogTool meant(String written) {
    if (written.length() > LONGEST_WRITTEN) {
      return null;
    }
    String form = form(written);
    if (isKnown(form)) {
      return ofForm(form);
    }
    for (String prefix : FOREIGN_PREFIXES) {
      if (form.startsWith(prefix)) {
        return ofForm(form.substring(prefix.length()));
      }
    }
    return null;
  }

  private boolean isKnown(String form) {
    return whole.containsKey(form) || withoutServer.containsKey(form);
  }

  private @Nullable CatalogTool ofForm(String form) {
    return whole.containsKey(form) ? whole.get(form) : withoutServer.get(form);
  }

  /** The names of all servers' tools that look much like what was written, best first. */
  List<String> nearest(String written) {
    String form = form(start(written));
    Nearest nearest = new Nearest(form, Math.max(2, form.length() / 3));
    known.forEach(
        one -> {
          nearest.offer(one.tool().modelName(), one.whole());
          nearest.offer(one.tool().modelName(), one.bare());
        });
    return nearest.names();
  }

  /** The names of one server's tools, those first that look most like what was written. */
  List<String> nearest(String written, String server) {
    Nearest nearest = new Nearest(form(start(written)), LONGEST_COMPARED);
    known.stream()
        .filter(one -> one.tool().server().equals(server))
        .forEach(one -> nearest.offer(one.tool().modelName(), one.whole()));
    return nearest.names();
  }

  private static String start(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_COMPARED));
  }

  /** What is left of a name when all that models mangle is made alike. */
  static String form(String name) {
    String alike = SEPARATORS.matcher(name.strip()).replaceAll("_").toLowerCase(Locale.ROOT);
    int start = alike.startsWith("_") ? 1 : 0;
    int end = alike.endsWith("_") ? alike.length() - 1 : alike.length();
    return start < end ? alike.substring(start, end) : "";
  }
}
