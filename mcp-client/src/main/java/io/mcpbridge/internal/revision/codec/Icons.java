package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Icon;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses and serializes icons; skips those without a URI. */
final class Icons {

  private Icons() {}

  /** The icons of an object. */
  static List<Icon> of(JsonObject owner) {
    List<Icon> icons = new ArrayList<>();
    for (Object value : owner.list("icons")) {
      JsonObject json = JsonObject.orNull(value);
      String src = json == null ? null : json.string("src");
      if (json != null && src != null) {
        icons.add(new Icon(src, json.string("mimeType"), sizes(json), json.string("theme")));
      }
    }
    return icons;
  }

  /** A draft had a single size instead of a list. */
  private static List<String> sizes(JsonObject icon) {
    String size = icon.string("sizes");
    return size != null ? List.of(size) : icon.strings("sizes");
  }

  /** {@code null} for an empty list, so that the member is omitted. */
  static @Nullable List<?> write(List<Icon> icons) {
    return icons.isEmpty() ? null : icons.stream().map(Icons::write).toList();
  }

  private static Map<String, Object> write(Icon icon) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("src", icon.src());
    if (icon.mimeType() != null) {
      json.put("mimeType", icon.mimeType());
    }
    if (!icon.sizes().isEmpty()) {
      json.put("sizes", icon.sizes());
    }
    if (icon.theme() != null) {
      json.put("theme", icon.theme());
    }
    return json;
  }
}
