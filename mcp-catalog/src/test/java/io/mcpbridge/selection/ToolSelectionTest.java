package io.mcpbridge.selection;

import static io.mcpbridge.selection.Visibility.DISABLED;
import static io.mcpbridge.selection.Visibility.EXCLUDED;
import static io.mcpbridge.selection.Visibility.HIDDEN;
import static io.mcpbridge.selection.Visibility.OFFERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolSelectionTest {

  private static final ToolAnnotations READ_ONLY =
      new ToolAnnotations(null, true, null, null, null);
  private static final ToolAnnotations HARMLESS =
      new ToolAnnotations(null, false, false, true, false);

  @Test
  void offersAllToolsByDefault() {
    assertThat(visibility(ToolSelection.everything(), "anything")).isEqualTo(OFFERED);
  }

  @Test
  void includePatternsExcludeOtherTools() {
    ToolSelection selection = ToolSelection.builder().include("read_*", "list").build();

    assertThat(visibility(selection, "read_file")).isEqualTo(OFFERED);
    assertThat(visibility(selection, "list")).isEqualTo(OFFERED);
    assertThat(visibility(selection, "write_file")).isEqualTo(EXCLUDED);
  }

  @Test
  void excludeByDefaultOffersOnlyIncludedTools() {
    assertThat(visibility(ToolSelection.builder().excludeByDefault().build(), "a"))
        .isEqualTo(EXCLUDED);
    assertThat(visibility(ToolSelection.builder().excludeByDefault().include("a").build(), "a"))
        .isEqualTo(OFFERED);
  }

  @Test
  void strictestRuleWins() {
    ToolSelection selection =
        ToolSelection.builder().include("*").hide("a*").disable("ab*").exclude("abc*").build();

    assertThat(visibility(selection, "x")).isEqualTo(OFFERED);
    assertThat(visibility(selection, "a")).isEqualTo(HIDDEN);
    assertThat(visibility(selection, "ab")).isEqualTo(DISABLED);
    assertThat(visibility(selection, "abc")).isEqualTo(EXCLUDED);
    assertThat(HIDDEN.narrower(OFFERED)).isEqualTo(HIDDEN);
    assertThat(HIDDEN.narrower(DISABLED)).isEqualTo(DISABLED);
  }

  @Test
  void nestedSelectionCannotWidenOuterSelection() {
    ToolSelection outer = ToolSelection.builder().include("read_*").hide("read_a").build();
    ToolSelection nested = ToolSelection.builder().include("read_a", "write").within(outer).build();

    assertThat(visibility(nested, "read_a")).isEqualTo(HIDDEN);
    assertThat(visibility(nested, "read_b")).isEqualTo(EXCLUDED);
    assertThat(visibility(nested, "write")).isEqualTo(EXCLUDED);
  }

  @Test
  void selectsByToolAnnotations() {
    ToolSelection reading = ToolSelection.builder().include(ToolPattern.any().readOnly()).build();
    ToolSelection harmless =
        ToolSelection.builder().exclude(ToolPattern.any().destructive()).build();

    assertThat(reading.of("s", tool("a", READ_ONLY))).isEqualTo(OFFERED);
    assertThat(reading.of("s", tool("a", HARMLESS))).isEqualTo(EXCLUDED);
    assertThat(reading.of("s", tool("a", ToolAnnotations.none()))).isEqualTo(EXCLUDED);
    assertThat(harmless.of("s", tool("a", READ_ONLY))).isEqualTo(OFFERED);
    assertThat(harmless.of("s", tool("a", HARMLESS))).isEqualTo(OFFERED);
    assertThat(harmless.of("s", tool("a", ToolAnnotations.none())))
        .as("a server that says nothing may destroy")
        .isEqualTo(EXCLUDED);
  }

  @Test
  void patternRequiresAllItsConditions() {
    ToolPattern pattern = ToolPattern.named("get_*").ofServers("git*", "jira").readOnly();

    assertThat(pattern.matches("github", tool("get_a", READ_ONLY))).isTrue();
    assertThat(pattern.matches("jira", tool("get_a", READ_ONLY))).isTrue();
    assertThat(pattern.matches("files", tool("get_a", READ_ONLY))).isFalse();
    assertThat(pattern.matches("jira", tool("set_a", READ_ONLY))).isFalse();
    assertThat(pattern.matches("jira", tool("get_a", HARMLESS))).isFalse();
    assertThat(ToolPattern.any().with(ToolTrait.IDEMPOTENT).matches("s", tool("a", HARMLESS)))
        .isTrue();
    assertThat(ToolPattern.any().with(ToolTrait.OPEN_WORLD).matches("s", tool("a", HARMLESS)))
        .isFalse();
  }

  @Test
  void sameRulesAreEqual() {
    assertThat(ToolSelection.builder().include("a").hide("b").build())
        .isEqualTo(ToolSelection.builder().include("a").hide("b").build())
        .isNotEqualTo(ToolSelection.builder().include("a").build());
  }

  private static Visibility visibility(ToolSelection selection, String name) {
    return selection.of("server", tool(name, ToolAnnotations.none()));
  }

  private static Tool tool(String name, ToolAnnotations annotations) {
    return new Tool(name, null, null, Map.of(), null, annotations, List.of(), null, Map.of());
  }
}
