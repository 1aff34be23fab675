package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tools, resources and prompts of a server. Thread-safe. */
public final class ServerOffer {

  private final PagedList tools = new PagedList("tools");
  private final PagedList resources = new PagedList("resources");
  private final PagedList templates = new PagedList("resourceTemplates");
  private final PagedList prompts = new PagedList("prompts");
  private volatile @Nullable FeatureScript completion;

  public PagedList tools() {
    return tools;
  }

  public PagedList resources() {
    return resources;
  }

  public PagedList templates() {
    return templates;
  }

  public PagedList prompts() {
    return prompts;
  }

  public void completion(FeatureScript.Handler handler) {
    completion = new FeatureScript(JsonObject.empty(), handler);
  }

  public @Nullable FeatureScript completion() {
    return completion;
  }

  public void pageSize(int entries) {
    all().forEach(listing -> listing.pageSize(entries));
  }

  public void cursor(IntFunction<String> nameOfPosition) {
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
  public @Nullable FeatureScript resource(String uri) {
    FeatureScript resource = resources.script(uri);
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

  private List<PagedList> all() {
    return List.of(tools, resources, templates, prompts);
  }
}
