package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * What a client or server calls itself. Self-reported: for display and logs, never for decisions.
 *
 * @param name the program's name
 * @param version its version
 * @param title a name for people (2025-06-18 and later)
 */
public record Implementation(String name, String version, @Nullable String title) {

  /** A program without a title. */
  public static Implementation of(String name, String version) {
    return new Implementation(name, version, null);
  }
}
