package io.mcpbridge.verification.schemas;

import io.mcpbridge.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The page for the documentation. */
final class SchemaTable {

  private static final String INTRODUCTION =
      """
      # What models are sent of input schemas

      A server describes the arguments of each tool in JSON Schema. This page shows what becomes of that: for each shape of a
      schema, what the server sends, and what then stands in the body of the request to the model. The bodies are those of
      the model classes of LangChain4j, and in one column of Spring AI, caught by a local stub; the last column is LangChain4j's
      own MCP client with its OpenAI model. All shapes are tools of one server, in one request. How to choose another form:
      [choose-the-form-of-schemas.md](../../docs/how-to/choose-the-form-of-schemas.md).

      - **whole**: everything stands in the schema that is sent, maybe under another keyword that means the same, or written
        out in place of a reference.
      - **in words**: everything is told, some of it in a description, because there is no other place for it.
      - **adapted**: something is not told as the server says it. That is logged once, and in `McpToolProvider.schemaReports()`.
      - **left out**: the tool is not offered, which is reported in the same way. Its server's other tools are.
      - **lost**: not told, and not reported.
      - **list lost**: the shape costs all tools of its server.

      What says nothing about arguments is not sent and not counted: `$schema`, `$id`, `$vocabulary`, `$comment`, definitions
      that nothing refers to. Nor is `additionalProperties` of the root, if it is `true` or `false`: arguments are held against
      the server's own schema before they are sent.

      Written by `verification/schemas/table`; the build fails where it does not show what was sent.

      """;

  private SchemaTable() {}

  static String page(List<Shape> shapes, List<Column> columns) {
    StringBuilder page = new StringBuilder(INTRODUCTION).append("| | shape |");
    columns.forEach(column -> page.append(' ').append(column.title()).append(" |"));
    page.append("\n|---|---|").append("---|".repeat(columns.size())).append('\n');
    for (int n = 0; n < shapes.size(); n++) {
      Shape shape = shapes.get(n);
      page.append("| %d | %s |".formatted(n + 1, shape.name()));
      columns.forEach(
          column -> page.append(' ').append(brief(column.cells().get(shape.name()))).append(" |"));
      page.append('\n');
    }
    for (int n = 0; n < shapes.size(); n++) {
      details(page, n + 1, shapes.get(n), columns);
    }
    return page.toString();
  }

  private static String brief(Cell cell) {
    String verdict = cell.verdict();
    return verdict.startsWith("whole, in words")
        ? "in words"
        : verdict.startsWith("the whole list") ? "list lost" : verdict.replaceAll("(?s):.*", "");
  }

  private static void details(StringBuilder page, int number, Shape shape, List<Column> columns) {
    page.append(
        "\n## %d. %s\n\n```json\n%s\n```\n\n"
            .formatted(number, shape.name(), Json.write(shape.schema())));
    Map<List<Object>, List<String>> alike = new LinkedHashMap<>();
    for (Column column : columns) {
      Cell cell = column.cells().get(shape.name());
      List<Object> key = new ArrayList<>();
      key.add(cell.verdict());
      key.add(body(shape, cell));
      alike.computeIfAbsent(key, unused -> new ArrayList<>()).add(column.title());
    }
    alike.forEach(
        (key, titles) ->
            page.append(
                "- %s: %s%s\n".formatted(String.join("; ", titles), key.get(0), key.get(1))));
  }

  /** Nothing, if it is what the server sends. */
  private static String body(Shape shape, Cell cell) {
    if (cell.sent() == null
        || Objects.equals(Plain.form(shape.schema()), Plain.form(cell.sent().parameters()))) {
      return "";
    }
    String description = cell.sent().description().replace("Does it.", "").strip();
    return "\n  ```json\n  "
        + Json.write(cell.sent().parameters())
        + "\n  ```"
        + (description.isEmpty()
            ? ""
            : "\n  with the description\n  ```text\n  "
                + description.replace("\n\n", "\n").replace("\n", "\n  ")
                + "\n  ```");
  }
}
