package io.mcpbridge.cli.internal.config;

import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.SettingText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of the properties below {@code mcp.client}, as the starter's metadata has them. */
final class PropertyNames {

  static final String LIST = "property-names.txt";

  private static final String PREFIX = "mcp.client.";

  /** The names of the next level, by their uniform form; empty for a property with a value. */
  private final Map<String, PropertyNames> children = new TreeMap<>();

  private final String name;

  private PropertyNames(String name) {
    this.name = name;
  }

  /** The names of the client; those of a server are the names of the defaults. */
  static PropertyNames ofClient() {
    PropertyNames client = new PropertyNames("");
    try (InputStream list = PropertyNames.class.getResourceAsStream(LIST)) {
      new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .forEach(line -> client.add(line.substring(PREFIX.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return client;
  }

  private void add(String path) {
    String[] elements = path.split("\\.", 2);
    PropertyNames child =
        children.computeIfAbsent(
            SettingText.uniform(elements[0]), any -> new PropertyNames(elements[0]));
    if (elements.length > 1) {
      child.add(elements[1]);
    }
  }

  /** The names below this one; {@code null} if there is none of this name. */
  @Nullable PropertyNames child(String key) {
    return children.get(key);
  }

  /** Whether it has a value, a list or a map with free keys, and no names below. */
  boolean isValue() {
    return children.isEmpty();
  }

  /** The name that was probably meant by an unknown one; {@code null} if there is none. */
  @Nullable String suggestion(String written) {
    String key = SettingText.uniform(written);
    String nearest = EditDistance.nearest(key, children.keySet());
    if (nearest != null) {
      return Objects.requireNonNull(children.get(nearest)).name;
    }
    for (PropertyNames group : children.values()) { // auth.bearer-token, for bearer-token
      PropertyNames nested = group.children.get(key);
      if (nested != null) {
        return group.name + "." + nested.name;
      }
    }
    return null;
  }
}
