package io.mcpbridge.catalog.server;

import org.jspecify.annotations.Nullable;

/** A problem of a connected server, which works in spite of it. Without secrets. */
public final class ServerWarning {

  /** What kind of problem it is. */
  public enum Kind {
    /** An entry of its tool list cannot be used. */
    UNUSABLE_TOOL,

    /** A name or pattern in a rule matches no tool. */
    UNMATCHED_NAME,

    /** A text for models contains characters that people do not see. */
    INVISIBLE_CHARACTERS,

    /** Its process prints other text to standard output, which belongs to the protocol. */
    NON_PROTOCOL_OUTPUT
  }

  private final Kind kind;
  private final @Nullable String setting;
  private final String message;

  private ServerWarning(Kind kind, @Nullable String setting, String message) {
    this.kind = kind;
    this.setting = setting;
    this.message = message;
  }

  /** A warning; the parameters are as for its accessors. */
  public static ServerWarning of(Kind kind, @Nullable String setting, String message) {
    return new ServerWarning(kind, setting, message);
  }

  /** What kind of problem it is. */
  public Kind kind() {
    return kind;
  }

  /** The setting to change, such as {@code include}; {@code null} if only the server can change. */
  public @Nullable String setting() {
    return setting;
  }

  /** What is wrong, in one line without the name of the server. */
  public String message() {
    return message;
  }

  @Override
  public String toString() {
    return message + (setting == null ? "" : " (setting: " + setting + ")");
  }
}
