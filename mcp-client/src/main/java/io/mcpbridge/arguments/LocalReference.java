package io.mcpbridge.arguments;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@code $ref} within the same schema; external references are never followed. */
final class LocalReference {

  private LocalReference() {}

  /** The target; {@code null} if it does not exist or is external. */
  static @Nullable Object resolve(Map<String, @Nullable Object> root, String reference) {
    List<String> steps = steps(reference);
    if (steps == null) {
      return null;
    }
    Object at = root;
    for (String step : steps) {
      if (at instanceof Map<?, ?> map) {
        at = map.get(step);
      } else if (at instanceof List<?> list && step.matches("\\d{1,6}")) {
        int index = Integer.parseInt(step);
        at = index < list.size() ? list.get(index) : null;
      } else {
        return null;
      }
    }
    return at;
  }

  /** The path to the target (RFC 6901, URI fragment); {@code null} if it is external. */
  static @Nullable List<String> steps(String reference) {
    if (!reference.equals("#") && !reference.startsWith("#/")) {
      return null;
    }
    List<String> steps = new ArrayList<>();
    String[] written = reference.split("/", -1);
    for (int i = 1; i < written.length; i++) {
      steps.add(decoded(written[i]));
    }
    return steps;
  }

  private static String decoded(String step) {
    String text = step;
    if (step.indexOf('%') >= 0) {
      try {
        text = URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException notEncoded) {
        text = step;
      }
    }
    return text.replace("~1", "/").replace("~0", "~");
  }
}
