package io.mcpbridge.test;

import java.util.List;

/** The levels of RFC 5424, as spelled in the specification. */
final class LogLevels {

  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private LogLevels() {}

  static boolean isLevel(String level) {
    return LEVELS.contains(level);
  }

  static boolean atLeast(String minimum, String level) {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(minimum);
  }
}
