package io.mcpbridge.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How severe a message of a server is, the least severe first (RFC 5424, section 6.2.1). */
public enum LoggingLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The specification's word for it, such as {@code warning}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The level that the specification calls so; {@code null} if none is. */
  public static @Nullable LoggingLevel of(@Nullable String word) {
    for (LoggingLevel level : values()) {
      if (level.word().equals(word)) {
        return level;
      }
    }
    return null;
  }
}
