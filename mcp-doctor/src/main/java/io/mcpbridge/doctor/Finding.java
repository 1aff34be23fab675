package io.mcpbridge.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One problem of a server: its cause, the setting to change, and what to write there. */
public final class Finding {

  /** How much a problem matters. */
  public enum Severity {
    /** The agent lacks tools, or calls of them fail. */
    ERROR,

    /** It works, but worse than it could. */
    WARNING,

    /** Worth knowing; nothing has to change. */
    INFO
  }

  private final Severity severity;
  private final String cause;
  private final @Nullable String setting;
  private final @Nullable SettingOrigin origin;
  private final String advice;

  private Finding(
      Severity severity,
      String cause,
      @Nullable String setting,
      @Nullable SettingOrigin origin,
      String advice) {
    this.severity = severity;
    this.cause = cause;
    this.setting = setting;
    this.origin = origin;
    this.advice = advice;
  }

  /**
   * A finding without an origin.
   *
   * @param cause one sentence without secrets
   * @param setting see {@link #setting}
   * @param advice what to do, in a sentence that names what to write
   */
  public static Finding of(
      Severity severity, String cause, @Nullable String setting, String advice) {
    return new Finding(severity, cause, setting, null, advice);
  }

  /** The same finding with the line of its setting. */
  public Finding withOrigin(@Nullable SettingOrigin settingOrigin) {
    return new Finding(severity, cause, setting, settingOrigin, advice);
  }

  /** How much it matters. */
  public Severity severity() {
    return severity;
  }

  /** What is wrong, in one sentence; quotes of the server have no control characters. */
  public String cause() {
    return cause;
  }

  /**
   * The setting to change, by its name below the server in the configuration, such as {@code url},
   * {@code args} or {@code tool-name-prefix}; {@code null} if no setting of this application helps.
   */
  public @Nullable String setting() {
    return setting;
  }

  /** Where the setting is written; {@code null} if unknown. */
  public @Nullable SettingOrigin origin() {
    return origin;
  }

  /** What to do, in a sentence that names what to write. */
  public String advice() {
    return advice;
  }

  /** One line: severity, cause, advice and, if known, the line to change. */
  @Override
  public String toString() {
    return severity.name().toLowerCase(Locale.ROOT)
        + ": "
        + cause
        + " "
        + advice
        + (origin == null ? "" : " (" + origin + ")");
  }
}
