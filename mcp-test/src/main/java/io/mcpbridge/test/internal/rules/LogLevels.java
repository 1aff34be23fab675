package io.mcpbridge.test.internal.rules;

import java.util.List;

/** The levels of RFC 5424, as spelled in the specification. */
public final class LogLevels {

  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private LogLevels() {}

  public static boolean isLevel(String level) {
    return LEVELS.contains(level);
  }

  public static boolean atLeast(String minimum, String level) {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(minimum);
  }
}
