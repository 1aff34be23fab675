package io.mcpbridge.samples.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineProfilesTest {

  @TempDir Path folder;

  @Test
  void uses_npx_profile_if_npx_is_executable() throws IOException {
    Map<String, String> environment = Map.of("PATH", "nowhere" + File.pathSeparator + folder);
    assertThat(profiles(environment)).isEmpty();

    assertThat(Files.createFile(folder.resolve("npx")).toFile().setExecutable(true)).isTrue();

    assertThat(profiles(environment)).containsExactly("npx");
    assertThat(profiles(environment, "Hello?", "--no-npx")).isEmpty();
  }

  private static List<String> profiles(Map<String, String> environment, String... args) {
    return MachineProfiles.of(environment, List.of(args));
  }
}
