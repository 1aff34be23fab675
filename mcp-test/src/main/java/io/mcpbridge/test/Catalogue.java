package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tools, resources and prompts of a server. Thread-safe. */
final class Catalogue {

  private final Listing tools = new Listing("tools");
  private final Listing resources = new Listing("resources");
  private final Listing templates = new Listing("resourceTemplates");
  private final Listing prompts = new Listing("prompts");
  private volatile @Nullable Script completion;

  Listing tools() {
    return tools;
  }

  Listing resources() {
    return resources;
  }

  Listing templates() {
    return templates;
  }

  Listing prompts() {
    return prompts;
  }

  void completion(FakeHandler handler) {
    completion = new Script(JsonObject.empty(), handler);
  }

  @Nullable Script completion() {
    return completion;
  }

  void pageSize(int entries) {
    all().forEach(listing -> listing.pageSize(entries));
  }

  void cursor(IntFunction<String> nameOfPosition) {
    all().forEach(listing -> listing.cursor(nameOfPosition));
  }

  /** Whether any tool supports tasks. */
  boolean hasTasks() {
    return tools.scripts().stream()
        .map(tool -> tool.definition().object("execution"))
        .anyMatch(
            execution ->
                execution != null
                    && !execution.string("taskSupport", "forbidden").equals("forbidden"));
  }

  boolean hasResources() {
    return !resources.isEmpty() || !templates.isEmpty();
  }

  /** The script for this URI: the resource itself, or the first matching template. */
  @Nullable Script resource(String uri) {
    Script resource = resources.script(uri);
    return resource != null
        ? resource
        : templates.scripts().stream()
            .filter(template -> fits(template.definition().string("uriTemplate", ""), uri))
            .findFirst()
            .orElse(null);
  }

  /** Whether a URI matches a template (RFC 6570); any text matches any expression. */
  private static boolean fits(String template, String uri) {
    StringBuilder pattern = new StringBuilder();
    for (String literal : template.split("\\{[^}]*}", -1)) {
      pattern.append(pattern.length() == 0 ? "" : ".+").append(Pattern.quote(literal));
    }
    return Pattern.matches(pattern.toString(), uri);
  }

  private List<Listing> all() {
    return List.of(tools, resources, templates, prompts);
  }
}
