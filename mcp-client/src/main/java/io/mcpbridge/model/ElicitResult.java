package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's answer to an elicitation.
 *
 * @param action accepted, declined, or dismissed without a choice
 * @param content the fields of an accepted form; {@code null} otherwise
 */
public record ElicitResult(Action action, @Nullable Map<String, @Nullable Object> content)
    implements InputResult {

  /** The user's choices. */
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
   * Accepts a form. Missing fields get the form's defaults.
   *
   * @param content strings, numbers, booleans and lists of strings, by field name
   */
  public static ElicitResult accept(Map<String, ?> content) {
    return new ElicitResult(Action.ACCEPT, new LinkedHashMap<>(content));
  }

  /** Accepts a form with its defaults, or consents to visiting a URL. */
  public static ElicitResult accept() {
    return new ElicitResult(Action.ACCEPT, Map.of());
  }

  /** Declines. */
  public static ElicitResult decline() {
    return new ElicitResult(Action.DECLINE, null);
  }

  /** Dismisses the request without a choice. */
  public static ElicitResult cancel() {
    return new ElicitResult(Action.CANCEL, null);
  }
}
