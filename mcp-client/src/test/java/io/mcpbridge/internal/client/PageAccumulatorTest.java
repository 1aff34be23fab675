package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.ListPromptsResult;
import io.mcpbridge.model.Prompt;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageAccumulatorTest {

  private static final String MEBIBYTES = "x".repeat(15 << 20);

  private final PageAccumulator<Prompt> read = new PageAccumulator<>("prompts/list", 1_000);

  @Test
  void keepsPagesReadSoFarAtSizeLimit() {
    for (String name : List.of("a", "b", "c", "d")) {
      assertThat(read.add(page(name, "after " + name))).isEqualTo("after " + name);
    }

    assertThat(read.add(page("e", "after e"))).isNull();
    assertThat(read.listing().items())
        .extracting(Prompt::name)
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(read.listing().omitted())
        .containsExactly(
            "prompts/list has more than 67108864 characters; the 5 entries read so far are used");
  }

  @Test
  void acceptsLastPageAtPageLimit() {
    for (int i = 0; i < 4; i++) {
      read.add(page("p" + i, "after " + i));
    }

    assertThat(read.add(page("last", null))).isNull();
    assertThat(read.listing().omitted()).isEmpty();
  }

  private static ListPromptsResult page(String name, String next) {
    Prompt prompt = new Prompt(name, null, MEBIBYTES, List.of(), List.of(), Map.of());
    return new ListPromptsResult(List.of(prompt), next, List.of(), Map.of());
  }
}
