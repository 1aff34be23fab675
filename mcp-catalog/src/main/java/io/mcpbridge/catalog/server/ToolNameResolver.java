package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import io.mcpbridge.catalog.server.CatalogSnapshot.NameOwner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves tool names that match no tool exactly. Models write hyphens for underscores, a dot or
 * slash between server and tool, another letter case, or the tool without its server. A match must
 * be unambiguous. Created lazily per snapshot, so that exact names cost nothing.
 */
public final class ToolNameResolver {

  private static final Pattern SEPARATORS = Pattern.compile("[\\s_./:-]+");

  /** Prefixes that providers and other clients add, and models repeat. */
  static final List<String> FOREIGN_PREFIXES = List.of("functions_", "default_api_", "mcp_");

  /** Longer names match no tool. */
  private static final int MAX_NAME_LENGTH = 1_000;

  /** Longer forms are compared by their beginning. */
  private static final int MAX_COMPARED_LENGTH = 100;

  public static final int MAX_SUGGESTIONS = 5;

  /** Tools by form; {@code null} where several tools have it, or a tool that is not offered. */
  private final Map<String, @Nullable CatalogTool> byFullForm = new HashMap<>();

  private final Map<String, @Nullable CatalogTool> byBareForm = new HashMap<>();
  private final List<NameForms> nameForms = new ArrayList<>();

  /** A tool and the forms of its name with and without its server, up to the compared length. */
  private record NameForms(CatalogTool tool, String full, String bare) {}

  /**
   * @param nameOwners the tools that names belong to, also while these are not offered
   */
  ToolNameResolver(List<CatalogTool> tools, Map<String, NameOwner> nameOwners) {
    Map<NameOwner, CatalogTool> byOwner = new HashMap<>();
    for (CatalogTool tool : tools) {
      byOwner.put(NameOwner.of(tool), tool);
      String name = form(tool.modelName());
      String bare = form(tool.name());
      String spelledOut = form(tool.server() + ToolNameFormat.SEPARATOR + tool.name());
      add(byFullForm, name, tool);
      if (!spelledOut.equals(name) && !bare.isEmpty()) {
        // the name was cut, or had characters that providers reject
        add(byFullForm, spelledOut, tool);
      }
      add(byBareForm, bare, tool);
      nameForms.add(new NameForms(tool, start(name), start(bare)));
    }
    nameOwners.forEach(
        (name, owner) -> {
          CatalogTool tool = byOwner.get(owner);
          String form = form(name);
          if (tool == null || byFullForm.get(form) != tool) {
            add(byFullForm, form, tool);
          }
        });
  }

  private static void add(
      Map<String, @Nullable CatalogTool> byForm, String form, @Nullable CatalogTool tool) {
    if (!form.isEmpty()) {
      byForm.put(form, byForm.containsKey(form) ? null : tool);
    }
  }

  /** The only tool that a name may refer to; {@code null} if there is none, or several. */
  @Nullable CatalogTool resolve(String written) {
    if (written.length() > MAX_NAME_LENGTH) {
      return null;
    }
    String form = form(written);
    if (isKnown(form)) {
      return ofForm(form);
    }
    for (String prefix : FOREIGN_PREFIXES) {
      if (form.startsWith(prefix)) {
        return ofForm(form.substring(prefix.length()));
      }
    }
    return null;
  }

  private boolean isKnown(String form) {
    return byFullForm.containsKey(form) || byBareForm.containsKey(form);
  }

  private @Nullable CatalogTool ofForm(String form) {
    CatalogTool tool = byFullForm.containsKey(form) ? byFullForm.get(form) : byBareForm.get(form);
    return tool != null
            && ToolNames.RESERVED.contains(form) // never by approximation
            && !tool.server().equals(ToolNames.SEARCH_TOOLS)
        ? null
        : tool;
  }

  /** The most similar tool names of all servers, best first. */
  public List<String> nearest(String written) {
    String form = form(start(written));
    NearestNames nearestNames = new NearestNames(form, Math.max(2, form.length() / 3));
    nameForms.forEach(
        forms -> {
          nearestNames.offer(forms.tool().modelName(), forms.full());
          nearestNames.offer(forms.tool().modelName(), forms.bare());
        });
    return nearestNames.names();
  }

  /** One server's tool names, the most similar first. */
  public List<String> nearest(String written, String server) {
    NearestNames nearestNames = new NearestNames(form(start(written)), MAX_COMPARED_LENGTH);
    nameForms.stream()
        .filter(forms -> forms.tool().server().equals(server))
        .forEach(forms -> nearestNames.offer(forms.tool().modelName(), forms.full()));
    return nearestNames.names();
  }

  private static String start(String text) {
    return text.substring(0, Math.min(text.length(), MAX_COMPARED_LENGTH));
  }

  /** The form of a name after normalizing everything that models mangle. */
  static String form(String name) {
    String alike = SEPARATORS.matcher(name.strip()).replaceAll("_").toLowerCase(Locale.ROOT);
    int start = alike.startsWith("_") ? 1 : 0;
    int end = alike.endsWith("_") ? alike.length() - 1 : alike.length();
    return start < end ? alike.substring(start, end) : "";
  }
}
