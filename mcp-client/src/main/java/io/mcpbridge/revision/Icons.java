package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Icon;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes icons; one without a URI shows nothing and is left out. */
final class Icons {

  private Icons() {}

  /** The icons of something that may have some. */
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

  /** One size instead of a list of sizes was the form of a draft. */
  private static List<String> sizes(JsonObject icon) {
    String one = icon.string("sizes");
    return one != null ? List.of(one) : icon.strings("sizes");
  }

  /** {@code null} for none, so that nothing is written. */
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
