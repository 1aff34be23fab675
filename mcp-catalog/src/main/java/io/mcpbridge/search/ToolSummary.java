package io.mcpbridge.search;

import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;

/** What a hit says about a tool. */
final class ToolSummary {

  private static final int LONGEST = 160;

  private ToolSummary() {}

  static String line(String description) {
    return ServerText.line(description.substring(0, FirstSentence.end(description)), LONGEST);
  }

  static List<String> hints(ToolAnnotations annotations) {
    List<String> hints = new ArrayList<>();
    if (annotations.isReadOnly()) {
      hints.add("read-only");
    } else if (Boolean.TRUE.equals(annotations.destructiveHint())) {
      hints.add("destructive");
    }
    return hints;
  }
}
