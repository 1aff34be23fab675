package io.mcpbridge.catalog.internal.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory for one server is bounded and does not displace that of another. */
class KnownDefinitionsTest {

  private final KnownDefinitions definitions =
      new KnownDefinitions(null, new InvisibleCharacterReports());
  private final KnownDefinitions.OfServer files = definitions.of("files");

  private static Tool tool(String name, String description) {
    return new Tool(
        name,
        null,
        description,
        Map.of("type", "object"),
        null,
        ToolAnnotations.none(),
        List.of(),
        null,
        Map.of());
  }

  @Test
  void toolLimitOfOneServerDoesNotAffectAnother() {
    KnownDefinitions.OfServer evil = definitions.of("evil");
    for (int i = 0; i < 100_000; i++) {
      Tool tool = tool("t" + i, "x");
      if (i < 20_000) {
        evil.save(tool);
      } else {
        assertThatThrownBy(() -> evil.save(tool)).hasMessageContaining("20000");
      }
    }

    files.save(tool("read", "as it is"));

    assertThat(definitions.of("files").compare(tool("read", "as it is")).isSame()).isTrue();
    assertThat(files.compare(tool("read", "x")).isSame()).isFalse();
  }

  @Test
  void rejectsNewToolBeyondLimit() {
    for (int i = 0; i < 20_000; i++) {
      files.save(tool("t" + i, "x"));
    }

    assertThatThrownBy(() -> files.save(tool("one more", "x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("20000");
    files.save(tool("t1", "y"));
    assertThat(files.compare(tool("t1", "y")).isSame()).as("another in its place").isTrue();
    assertThat(files.compare(tool("one more", "x")).isSeen()).isFalse();
  }

  @Test
  void storesLongNamesByHash() {
    files.save(tool("t".repeat(100_000), "x"));

    assertThat(files.compare(tool("t".repeat(100_000), "x")).isSame()).isTrue();
    assertThat(files.compare(tool("t".repeat(100_001), "x")).isSeen()).isFalse();
  }

  /** A server that lists different tools each time must not fill the memory with them. */
  @Test
  void keepsOnlyHashesOfUnlistedToolsBeyondSizeLimit() {
    for (int i = 0; i < 100; i++) {
      Tool tool = tool("t" + i, "x".repeat(50_000));
      files.save(tool);
      files.listed(List.of(tool));
    }

    long complete =
        IntStream.range(0, 100)
            .filter(i -> files.compare(tool("t" + i, "y")).before() != null)
            .count();
    assertThat(complete).isBetween(10L, 20L);
    for (int i = 0; i < 100; i++) {
      assertThat(files.compare(tool("t" + i, "y")).isSame()).isFalse();
      assertThat(files.compare(tool("t" + i, "x".repeat(50_000))).isSame()).isTrue();
    }
  }
}
