package io.mcpbridge.verification.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The input schemas that models receive, for all shapes, match the table. */
class SchemaTableTest {

  private static final Path PAGE = Path.of("schemas.md");

  private static List<Shape> shapes;
  private static List<Column> columns;

  @BeforeAll
  static void ask() {
    shapes = Shape.all();
    columns = Columns.of(shapes);
  }

  @Test
  void coversManySchemaShapes() {
    assertThat(shapes).hasSizeGreaterThanOrEqualTo(60);
    assertThat(shapes.stream().map(Shape::toolName).distinct()).hasSameSizeAs(shapes);
  }

  @Test
  void reportsEverySchemaLoss() {
    List<String> silent = new ArrayList<>();
    for (Column column : columns) {
      for (Map.Entry<String, Cell> cell : column.cells().entrySet()) {
        if (!cell.getValue().silent().isEmpty()) {
          silent.add(column.title() + ", " + cell.getKey() + ": " + cell.getValue().silent());
        }
      }
    }

    assertThat(silent).isEmpty();
  }

  @Test
  void omitsOnlyToolWithNonObjectRoot() {
    for (Column column : columns.subList(0, columns.size() - 1)) {
      assertThat(column.cells().entrySet())
          .filteredOn(cell -> cell.getValue().sent() == null)
          .extracting(Map.Entry::getKey)
          .as(column.title())
          .containsExactly("root of another type");
    }
  }

  /** {@code verification/third-party/model-input/schemas} writes the page. */
  @Test
  void pageMatchesTable() throws IOException {
    String page = SchemaTable.page(shapes, columns);
    if (Boolean.getBoolean("schemas.write")) {
      Files.writeString(PAGE, page);
    }

    assertThat(firstDifference(Files.exists(PAGE) ? Files.readString(PAGE) : "", page))
        .as("schemas.md; verification/third-party/model-input/schemas writes it again")
        .isEmpty();
  }

  /** A diff of the complete page would be too long to read. */
  private static String firstDifference(String shown, String seen) {
    List<String> before = shown.lines().toList();
    List<String> after = seen.lines().toList();
    for (int n = 0; n < Math.max(before.size(), after.size()); n++) {
      String expectedLine = n < before.size() ? before.get(n) : "";
      String actualLine = n < after.size() ? after.get(n) : "";
      if (!expectedLine.equals(actualLine)) {
        return "line " + (n + 1) + " shows " + expectedLine + ", sent was " + actualLine;
      }
    }
    return shown.equals(seen) ? "" : "the end";
  }
}
