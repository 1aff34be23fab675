package io.mcpbridge.arguments;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Detects differently spelled member names: {@code userId} for {@code user_id}. */
final class MemberNames {

  private MemberNames() {}

  /**
   * Maps misspelled names to the intended ones. Considers members that the schema does not declare,
   * if exactly one declared member is absent and similar, and renaming fixes a mismatch.
   */
  static Map<String, String> meant(ResolvedSubschema schema, Collection<?> written) {
    Map<String, String> meant = new HashMap<>();
    for (Object key : written) {
      String name = String.valueOf(key);
      String other = schema.properties().containsKey(name) ? null : alike(schema, name);
      if (other != null
          && !written.contains(other)
          && (schema.isUnknown(name) || schema.required().contains(other))) {
        meant.put(name, other);
      }
    }
    List<String> all = List.copyOf(meant.values());
    meant.values().removeIf(other -> Collections.frequency(all, other) > 1);
    return meant;
  }

  private static @Nullable String alike(ResolvedSubschema schema, String name) {
    List<String> alike =
        schema.properties().keySet().stream().filter(one -> form(one).equals(form(name))).toList();
    return alike.size() == 1 ? alike.get(0) : null;
  }

  private static String form(String name) {
    return name.replaceAll("[\\s_.-]", "").toLowerCase(Locale.ROOT);
  }
}
