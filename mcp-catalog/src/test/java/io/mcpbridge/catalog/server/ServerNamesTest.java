package io.mcpbridge.catalog.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNamesTest {

  private static Set<String> owners(String written, String... servers) {
    return ServerNames.owners(List.of(ServerNames.of(servers)), written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my-files__delete",
        "my_files__delete",
        "MY-FILES.delete",
        "my_files_delete",
        "my files: delete",
        "my\u2011files__delete",
        "my-\u200dfiles__delete",
        "my-fi\u3164les\ufe0f__delete",
        "my-\ufb01les__delete",
        "my-files",
        "__my-files__delete",
        "mcp__my-files__delete",
        "functions.default_api.mcp.my-files.delete",
        "anything/my-files__delete"
      })
  void nameBelongsToServerOfItsPrefix(String written) {
    assertThat(owners(written, "my-files", "other")).containsExactly("my-files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delete", "my-filesystem__delete", "not_my_files_delete", "other_my-files", ""})
  void similarPrefixBelongsToNoServer(String written) {
    assertThat(owners(written, "my-files")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "git__hub_search, git",
    "git-hub__search, git-hub",
    "git_hub__search, git-hub",
    "git__git-hub__search, git",
    "evil__git__search, evil",
    "functions.evil__git__search, evil",
    "git.evil__search, git",
    "Evil.git__search, evil",
  })
  void firstSpelledOutServerOwnsName(String written, String owner) {
    assertThat(owners(written, "git", "git-hub", "evil")).containsExactly(owner);
  }

  @Test
  void ambiguousPrefixMatchesAllServers() {
    assertThat(owners("git_hub_search", "git", "git-hub")).containsOnly("git", "git-hub");
    assertThat(owners("mcp.git.search.evil__x", "git", "evil")).containsOnly("git", "evil");
    assertThat(
            ServerNames.mayMean(
                List.of(ServerNames.of("git", "git-hub")), "git_hub_search", "git-hub"))
        .isFalse();
  }

  @Test
  void matchesToolNamePrefixOfAnyServerName() {
    for (String server : List.of("\u5929\u6c17", "a__b", "a.b", "_", "1st", "", "s".repeat(100))) {
      String name = ToolNames.modelName(server, "delete");
      assertThat(owners(name, server, "evil")).as(name).containsExactly(server);
      assertThat(owners(name.replace('_', '-'), server, "evil")).as(name).containsExactly(server);
    }
    assertThat(owners("\u5929\u6c17__delete", "\u5929\u6c17")).containsExactly("\u5929\u6c17");
  }

  @Test
  void matchesNoServerAfterOverflow() {
    ServerNames names = ServerNames.of("evil");
    List<ServerNames> allNames = List.of(names);
    for (int i = 1; i < ServerNames.MAX_NAMES; i++) {
      names.add("s" + i);
    }
    assertThat(ServerNames.mayMean(allNames, "anything", "evil")).isTrue();
    names.add("s1");
    assertThat(ServerNames.mayMean(allNames, "anything", "evil")).isTrue();

    names.add("files");

    assertThat(ServerNames.mayMean(allNames, "files__delete", "evil")).isFalse();
    assertThat(ServerNames.mayMean(allNames, "anything", "evil")).isFalse();
  }
}
