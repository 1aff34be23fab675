package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes the differences between two definitions of a tool in one line for the log. */
final class DefinitionDiff {

  /** The maximum number of differences. */
  private static final int MAX_DIFFERENCES = 10;

  /** The maximum length of each text, including the common text before the first difference. */
  private static final int MAX_TEXT_LENGTH = 200;

  private static final int CONTEXT_LENGTH = 30;

  private static final int MAX_NAME_LENGTH = 60;

  private final List<String> shown = new ArrayList<>();
  private int omitted;

  private DefinitionDiff() {}

  static String of(Tool before, Tool now) {
    DefinitionDiff diff = new DefinitionDiff();
    // First what decides about approvals: many other differences must not push it out.
    diff.compareHints(before.annotations(), now.annotations());
    diff.compare("title", before.title(), now.title());
    diff.compare("description", before.description(), now.description());
    diff.compareInput(before.inputSchema(), now.inputSchema());
    diff.compare("output schema", before.outputSchema(), now.outputSchema());
    if (diff.shown.isEmpty()) {
      return "only the form of its JSON"; // such as a member that is null instead of absent
    }
    String line = String.join("; ", diff.shown);
    return diff.omitted == 0 ? line : line + "; and " + diff.omitted + " more differences";
  }

  /** As {@code instructions: "before" -> "now"}. */
  static String ofInstructions(Tool before, Tool now) {
    DefinitionDiff diff = new DefinitionDiff();
    diff.compare("instructions", before.description(), now.description());
    return String.join("; ", diff.shown);
  }

  private void compareHints(ToolAnnotations before, ToolAnnotations now) {
    compare("annotation title", before.title(), now.title());
    compare("annotation readOnlyHint", before.readOnlyHint(), now.readOnlyHint());
    compare("annotation destructiveHint", before.destructiveHint(), now.destructiveHint());
    compare("annotation idempotentHint", before.idempotentHint(), now.idempotentHint());
    compare("annotation openWorldHint", before.openWorldHint(), now.openWorldHint());
  }

  private void compareInput(
      Map<String, @Nullable Object> before, Map<String, @Nullable Object> now) {
    for (String keyword : names(before, now)) {
      Object was = before.get(keyword);
      Object is = now.get(keyword);
      if (keyword.equals("properties") && isObject(was) && isObject(is)) {
        compareArguments(members(was), members(is));
      } else if (keyword.equals("required") && isList(was) && isList(is)) {
        compareRequired(elements(was), elements(is));
      } else {
        compareMember("input schema " + name(keyword), before, now, keyword);
      }
    }
  }

  private void compareArguments(Map<?, ?> before, Map<?, ?> now) {
    for (String argument : names(before, now)) {
      compareMember("argument \"" + name(argument) + "\"", before, now, argument);
    }
  }

  private void compareRequired(Collection<?> before, Collection<?> now) {
    for (Object argument : now) {
      if (!before.contains(argument)) {
        add("argument \"" + name(String.valueOf(argument)) + "\" is now required");
      }
    }
    for (Object argument : before) {
      if (!now.contains(argument)) {
        add("argument \"" + name(String.valueOf(argument)) + "\" is no longer required");
      }
    }
  }

  private void compareMember(String place, Map<?, ?> before, Map<?, ?> now, String member) {
    if (!before.containsKey(member)) {
      add(place + " added: " + text(now.get(member)));
    } else if (!now.containsKey(member)) {
      add(place + " removed: " + text(before.get(member)));
    } else {
      compare(place, before.get(member), now.get(member));
    }
  }

  private void compare(String place, @Nullable Object before, @Nullable Object now) {
    if (Objects.equals(before, now)) {
      return;
    }
    if (before instanceof Map<?, ?> was && now instanceof Map<?, ?> is) {
      for (String member : names(was, is)) {
        compareMember(place + " " + name(member), was, is, member);
      }
    } else if (before instanceof String was && now instanceof String is) {
      addTexts(place, was, is, "\"");
    } else if (before == null || now == null) {
      add(place + ": " + text(before) + " -> " + text(now));
    } else {
      addTexts(place, Json.canonical(before), Json.canonical(now), "");
    }
  }

  /** Where two texts differ; a longer difference than is shown says how long it is. */
  private void addTexts(String place, String before, String now, String quote) {
    int from = startOfDifference(before, now);
    int equalCharacters = sameAtEnd(before, now);
    String was = part(before, from, before.length() - equalCharacters, quote);
    String is = part(now, from, now.length() - equalCharacters, quote);
    add(place + ": " + was + " -> " + is);
  }

  private void add(String difference) {
    if (shown.size() < MAX_DIFFERENCES) {
      shown.add(difference);
    } else {
      omitted++;
    }
  }

  private static Set<String> names(Map<?, ?> before, Map<?, ?> now) {
    Set<String> names = new LinkedHashSet<>();
    before.keySet().forEach(name -> names.add(String.valueOf(name)));
    now.keySet().forEach(name -> names.add(String.valueOf(name)));
    return names;
  }

  /** Absent objects and lists count as empty. */
  private static boolean isObject(@Nullable Object value) {
    return value == null || value instanceof Map;
  }

  private static boolean isList(@Nullable Object value) {
    return value == null || value instanceof Collection;
  }

  private static Map<?, ?> members(@Nullable Object value) {
    return value instanceof Map<?, ?> members ? members : Map.of();
  }

  private static Collection<?> elements(@Nullable Object value) {
    return value instanceof Collection<?> elements ? elements : List.of();
  }

  private static String name(String name) {
    return DisplayText.escapedLine(name, MAX_NAME_LENGTH);
  }

  private static String text(@Nullable Object value) {
    return value == null
        ? "none"
        : value instanceof String text
            ? part(text, 0, text.length(), "\"")
            : DisplayText.escapedLine(Json.canonical(value), MAX_TEXT_LENGTH);
  }

  /** A part of a text, cut if it is long. */
  private static String part(String text, int from, int to, String quote) {
    String all = text.substring(from, to);
    String line = DisplayText.escapedLine(all, MAX_TEXT_LENGTH);
    String cut = all.length() > MAX_TEXT_LENGTH ? " (" + all.length() + " characters)" : "";
    return quote + (from > 0 ? "..." : "") + line + (to < text.length() ? "..." : "") + quote + cut;
  }

  /** Where to start quoting two long texts: shortly before they differ. */
  private static int startOfDifference(String before, String now) {
    int equalCharacters = 0;
    int shorter = Math.min(before.length(), now.length());
    while (equalCharacters < shorter
        && before.charAt(equalCharacters) == now.charAt(equalCharacters)) {
      equalCharacters++;
    }
    if (equalCharacters <= MAX_TEXT_LENGTH / 2) {
      return 0;
    }
    int from = equalCharacters - CONTEXT_LENGTH;
    return Character.isLowSurrogate(before.charAt(from)) ? from - 1 : from;
  }

  /** How many characters are left out because both texts end with them: only of long ones. */
  private static int sameAtEnd(String before, String now) {
    int shorter = Math.min(before.length(), now.length());
    int maxEqual = shorter - startOfDifference(before, now);
    int equalCharacters = 0;
    while (equalCharacters < maxEqual
        && before.charAt(before.length() - 1 - equalCharacters)
            == now.charAt(now.length() - 1 - equalCharacters)) {
      equalCharacters++;
    }
    int cut = equalCharacters - CONTEXT_LENGTH;
    if (Math.max(before.length(), now.length()) <= MAX_TEXT_LENGTH || cut <= 0) {
      return 0;
    }
    return Character.isLowSurrogate(now.charAt(now.length() - cut)) ? cut - 1 : cut;
  }
}
