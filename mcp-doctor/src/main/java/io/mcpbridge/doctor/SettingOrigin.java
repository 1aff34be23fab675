package io.mcpbridge.doctor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a setting is written: a line of a file, or another source such as an environment. */
public final class SettingOrigin {

  private final String source;
  private final int line;
  private final @Nullable String text;

  private SettingOrigin(String source, int line, @Nullable String text) {
    this.source = source;
    this.line = line;
    this.text = text;
  }

  /**
   * An origin of which only the source is known.
   *
   * @param source a file as its reader knows it, or a description such as {@code environment}
   */
  public static SettingOrigin of(String source) {
    return new SettingOrigin(source, 0, null);
  }

  /**
   * A line of a file.
   *
   * @param line its number, from 1
   * @param text the line without secrets; {@code null} if it is not to be shown
   */
  public static SettingOrigin of(String source, int line, @Nullable String text) {
    return new SettingOrigin(source, line, text);
  }

  /** A file, or a description such as {@code environment}. */
  public String source() {
    return source;
  }

  /** The number of the line, from 1; 0 if unknown. */
  public int line() {
    return line;
  }

  /** The line without secrets; {@code null} if it is not to be shown. */
  public @Nullable String text() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SettingOrigin origin
        && source.equals(origin.source)
        && line == origin.line
        && Objects.equals(text, origin.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, line, text);
  }

  /** The form that editors and terminals open: {@code application.yml:12}. */
  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
