package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The recorded tools, as a catalog would list them, and the queries of one file. */
record Corpus(CatalogSnapshot tools, List<Query> queries) {

  /**
   * A query and the tools that serve it.
   *
   * @param wordings what a model writes for it; empty if the file has only sentences
   * @param relevant the tools, as {@code server/tool}
   */
  record Query(String kind, String text, List<String> wordings, Set<String> relevant) {

    boolean isRelevant(CatalogTool tool) {
      return relevant.contains(tool.server() + "/" + tool.name());
    }
  }

  static Corpus read(Path servers, Path queries) throws IOException {
    List<CatalogTool> tools = new ArrayList<>();
    Map<String, String> instructions = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(servers)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
        Map<String, @Nullable Object> recorded = Json.readObject(Files.readString(file));
        String server = String.valueOf(recorded.get("server"));
        if (recorded.get("instructions") instanceof String text) {
          instructions.put(server, text);
        }
        for (Object definition : list(recorded.get("tools"))) {
          Tool tool = tool(object(definition));
          tools.add(
              new CatalogTool(server + "__" + tool.name(), server, tool, tool, Visibility.OFFERED));
        }
      }
    }
    return new Corpus(
        new CatalogSnapshot(tools, instructions, ServerNames.none()), queries(queries));
  }

  /** As many tools as wanted: some, or all and copies on other servers. */
  static CatalogSnapshot resize(CatalogSnapshot of, int size) {
    List<CatalogTool> tools = new ArrayList<>();
    for (int i = 0; tools.size() < size; i++) {
      CatalogTool tool = of.tools().get(i % of.tools().size());
      int copy = i / of.tools().size();
      String server = copy == 0 ? tool.server() : tool.server() + "-" + copy;
      tools.add(
          new CatalogTool(
              server + "__" + tool.name(), server, tool.shown(), tool.listed(), tool.visibility()));
    }
    return of.with(tools);
  }

  private static List<Query> queries(Path file) throws IOException {
    List<Query> queries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        Map<String, @Nullable Object> query = Json.readObject(line);
        Set<String> relevant = new HashSet<>();
        list(query.get("relevant")).forEach(name -> relevant.add(String.valueOf(name)));
        queries.add(
            new Query(
                String.valueOf(query.get("kind")),
                String.valueOf(query.get("query")),
                list(query.get("wordings")).stream().map(String::valueOf).toList(),
                relevant));
      }
    }
    return queries;
  }

  private static Tool tool(Map<String, @Nullable Object> definition) {
    Map<String, @Nullable Object> hints =
        definition.get("annotations") instanceof Map<?, ?> given ? object(given) : Map.of();
    return new Tool(
        String.valueOf(definition.get("name")),
        (String) definition.get("title"),
        (String) definition.get("description"),
        object(definition.get("inputSchema")),
        null,
        new ToolAnnotations(
            (String) hints.get("title"),
            (Boolean) hints.get("readOnlyHint"),
            (Boolean) hints.get("destructiveHint"),
            (Boolean) hints.get("idempotentHint"),
            (Boolean) hints.get("openWorldHint")),
        List.of(),
        null,
        Map.of());
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static Map<String, @Nullable Object> object(@Nullable Object value) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> object) {
      object.forEach((name, member) -> members.put(String.valueOf(name), member));
    }
    return members;
  }
}
