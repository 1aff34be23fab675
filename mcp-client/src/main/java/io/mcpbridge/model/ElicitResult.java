package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the user said.
 *
 * @param action accepted, declined, or dismissed without a choice
 * @param content the form's fields, if one was accepted; {@code null} otherwise
 */
public record ElicitResult(Action action, @Nullable Map<String, @Nullable Object> content)
    implements InputResult {

  /** The three answers there are. */
  public enum Action {
    ACCEPT,
    DECLINE,
    CANCEL
  }

  /** Copies the content, keeping its order. */
  public ElicitResult {
    content = content == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(content));
  }

  /**
   * The user filled in the form. Fields that are left out get the defaults of the form.
   *
   * @param content strings, numbers, booleans and lists of strings, by field name
   */
  public static ElicitResult accept(Map<String, ?> content) {
    return new ElicitResult(Action.ACCEPT, new LinkedHashMap<>(content));
  }

  /** The user agrees: to the form's defaults, or to visit the URL. */
  public static ElicitResult accept() {
    return new ElicitResult(Action.ACCEPT, Map.of());
  }

  /** The user says no. */
  public static ElicitResult decline() {
    return new ElicitResult(Action.DECLINE, null);
  }

  /** The user made no choice. */
  public static ElicitResult cancel() {
    return new ElicitResult(Action.CANCEL, null);
  }
}
