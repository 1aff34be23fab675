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
  void uses_scripted_model_without_openai_settings() {
    assertThat(profiles(Map.of())).containsExactly("scripted-model");
    assertThat(profiles(Map.of("OPENAI_API_KEY", " "))).containsExactly("scripted-model");
    assertThat(profiles(Map.of("OPENAI_API_KEY", "secret"))).isEmpty();
    assertThat(profiles(Map.of("OPENAI_BASE_URL", "http://localhost:11434/v1"))).isEmpty();
  }

  @Test
  void uses_npx_profile_if_npx_is_executable() throws IOException {
    Map<String, String> environment =
        Map.of("OPENAI_API_KEY", "secret", "PATH", "nowhere" + File.pathSeparator + folder);
    assertThat(profiles(environment)).isEmpty();

    assertThat(Files.createFile(folder.resolve("npx")).toFile().setExecutable(true)).isTrue();

    assertThat(profiles(environment)).containsExactly("npx");
    assertThat(profiles(environment, "Hello?", "--no-npx")).isEmpty();
  }

  private static List<String> profiles(Map<String, String> environment, String... args) {
    return MachineProfiles.of(environment, List.of(args));
  }
}
