package io.mcpbridge.catalog.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolNamesTest {

  @ParameterizedTest
  @CsvSource({
    "weather, forecast, weather__forecast",
    "github, create-issue, github__create-issue",
    "a_b, _c, a_b___c"
  })
  void isPlainWhereEveryModelProviderTakesIt(String server, String tool, String name) {
    assertThat(ToolNames.modelName(server, tool)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "read_file,read_file",
    "get-sum,get-sum",
    "files__read,files__read",
    "wetter.für.morgen,wetter_f_r_morgen_[0-9a-f]{8}",
    "-x,_-x_[0-9a-f]{8}",
    "7up,_7up_[0-9a-f]{8}",
    "'',__[0-9a-f]{8}",
    "call_tool,call_tool_[0-9a-f]{8}",
    "read_result,read_result_[0-9a-f]{8}",
  })
  void withoutPrefixModelNameIsOfServerWhereModelsAcceptIt(String tool, String name) {
    assertThat(ToolNames.withoutPrefix("weather", tool)).matches(name);
    assertThat(ToolNames.isValid(ToolNames.withoutPrefix("weather", tool))).isTrue();
  }

  @Test
  void withoutPrefixNameIsCutToMaximumLength() {
    assertThat(ToolNames.withoutPrefix("files", "read".repeat(16))).hasSize(64).endsWith("read");
    assertThat(ToolNames.withoutPrefix("files", "read".repeat(50)))
        .hasSize(64)
        .isNotEqualTo(ToolNames.withoutPrefix("notes", "read".repeat(50)));
  }

  @Test
  void modelNamesAreStableAcrossReleases() {
    // Recorded: a change of these names would break every stored conversation.
    assertThat(ToolNames.modelName("weather", "wetter.für.morgen"))
        .isEqualTo("weather__wetter_f_r_morgen_8ec0089f");
    assertThat(ToolNames.modelName("files", "read".repeat(50)))
        .isEqualTo("files__readreadreadreadreadreadreadreadreadreadreadread_c316db96");
  }

  /** Whatever its tool names, even one with the hash of another name. */
  @Test
  void prefixesOfServersNeverCollide() {
    String[] servers = {
      "a",
      "a__b",
      "a_b",
      "a.b",
      "a_",
      "a ",
      "\u5929",
      "\u6c17",
      "1",
      "_1",
      "",
      "_",
      "-",
      "a-",
      "__",
      "s".repeat(53),
      "s".repeat(54),
      "s".repeat(55),
      "s".repeat(100),
      "s".repeat(101)
    };
    Set<String> prefixes = new HashSet<>();
    for (String server : servers) {
      String prefix = ToolNameFormat.prefix(server);
      assertThat(prefix).doesNotContain("__").doesNotEndWith("_");
      assertThat(prefixes.add(prefix)).as("%s of %s is new", prefix, server).isTrue();
      for (String tool : new String[] {"", "c", "__c", "\u5929", "t".repeat(200)}) {
        assertThat(ToolNames.modelName(server, tool))
            .startsWith(prefix + "__")
            .matches("[A-Za-z_][A-Za-z0-9_-]{0,63}");
      }
    }
  }

  @Test
  void modelNamesOfToolsNeverCollide() {
    String[][] tools = {
      {"a", "b__c"},
      {"a__b", "c"},
      {"a", "_b"},
      {"a_", "b"},
      {"a.b", "c"},
      {"a_b", "c"},
      {"s", "x.y"},
      {"s", "x_y"},
      {"s", "x y"},
      {"s", "é"},
      {"s", "è"},
      {"s", ""},
      {"s", "_"},
      {"s", "t".repeat(200)},
      {"s", "t".repeat(201)},
      {"1", "t"},
      {"_1", "t"},
      {"", "t"},
      {"s", "Read"},
      {"s", "read"},
      {"", "s__read"}
    };
    Set<String> names = new HashSet<>();
    for (String[] tool : tools) {
      String name = ToolNames.modelName(tool[0], tool[1]);
      assertThat(name).matches("[A-Za-z_][A-Za-z0-9_-]{0,63}");
      assertThat(names.add(name)).as("%s of %s is new: %s", tool[1], tool[0], name).isTrue();
    }
  }
}
