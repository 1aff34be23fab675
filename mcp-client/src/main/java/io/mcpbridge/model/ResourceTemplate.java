package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A family of resources that a server offers. Every text in it is the server's and untrusted.
 *
 * @param uriTemplate an RFC 6570 template of their URIs, exactly as sent
 * @param name its name
 * @param title a name for people (2025-06-18 and later)
 * @param description what they hold
 * @param mimeType their type, if all have the same
 * @param annotations who they are for
 * @param icons pictures for it (2025-11-25 and later)
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
   * The names of the variables in the template, each once, in order.
   *
   * @throws IllegalArgumentException if the server sent what is no template
   */
  public List<String> variables() {
    return new UriTemplate(uriTemplate).variables();
  }

  /**
   * The URI of one resource of the family. Values are encoded as RFC 6570 says; a variable that is
   * left out leaves no trace.
   *
   * <pre>{@code
   * template.expand(Map.of("city", "New York")); // "weather://{city}" -> "weather://New%20York"
   * }</pre>
   *
   * @param values by name of the variable
   * @throws IllegalArgumentException if there is no such variable, or the server sent what is no
   *     template
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
