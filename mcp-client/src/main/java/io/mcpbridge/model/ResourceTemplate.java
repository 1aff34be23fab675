package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template for resources of a server. All its texts come from the server and are untrusted.
 *
 * @param uriTemplate an RFC 6570 template of their URIs, exactly as sent
 * @param name its name
 * @param title a display name (2025-06-18 and later)
 * @param description the resources' content
 * @param mimeType their type, if all have the same
 * @param annotations their annotations
 * @param icons its icons (2025-11-25 and later)
 * @param meta the template's {@code _meta}
 */
public record ResourceTemplate(
    String uriTemplate,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    Annotations annotations,
    List<Icon> icons,
    Map<String, @Nullable Object> meta) {

  /** Copies the list. */
  public ResourceTemplate {
    icons = List.copyOf(icons);
  }

  /**
   * The distinct names of the template's variables, in order.
   *
   * @throws IllegalArgumentException if the server's template is malformed
   */
  public List<String> variables() {
    return new UriTemplate(uriTemplate).variables();
  }

  /**
   * Expands the template to a URI. Encodes values according to RFC 6570; a missing variable expands
   * to nothing.
   *
   * <pre>{@code
   * template.expand(Map.of("city", "New York")); // "weather://{city}" -> "weather://New%20York"
   * }</pre>
   *
   * @param values values by variable name
   * @throws IllegalArgumentException if a variable does not exist, or the server's template is
   *     malformed
   */
  public String expand(Map<String, String> values) {
    UriTemplate template = new UriTemplate(uriTemplate);
    List<String> variables = template.variables();
    for (String name : values.keySet()) {
      if (!variables.contains(name)) {
        throw new IllegalArgumentException(
            "\"" + uriTemplate + "\" has no variable \"" + name + "\"; it has " + variables);
      }
    }
    return template.expand(values);
  }
}
