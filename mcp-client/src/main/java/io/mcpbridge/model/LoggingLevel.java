package io.mcpbridge.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The severity of a log message, in ascending order (RFC 5424, section 6.2.1). */
public enum LoggingLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The specification's name, such as {@code warning}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The level of this name; {@code null} if unknown. */
  public static @Nullable LoggingLevel of(@Nullable String word) {
    for (LoggingLevel level : values()) {
      if (level.word().equals(word)) {
        return level;
      }
    }
    return null;
  }
}
