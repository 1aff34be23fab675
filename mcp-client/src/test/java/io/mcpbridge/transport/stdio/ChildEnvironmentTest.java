package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {

  private static final Map<String, String> OURS =
      Map.of(
          "PATH", "/bin",
          "LC_ALL", "C",
          "https_proxy", "p",
          "DB_PASSWORD", "secret",
          "AWS_REGION", "eu",
          "AWS_KEY", "k",
          "LC_FUNCTION", "() { :; }");

  private static Map<String, String> of(
      Platform platform, List<String> inherited, Map<String, String> given) {
    return ChildEnvironment.of(platform, OURS, inherited, given);
  }

  @Test
  void holdsWhatProgramsNeedAndNoSecrets() {
    assertThat(of(Platform.UNIX, List.of(), Map.of()))
        .containsOnlyKeys("PATH", "LC_ALL", "https_proxy");
  }

  @Test
  void holdsWhatWasGivenAboveAll() {
    assertThat(of(Platform.UNIX, List.of(), Map.of("PATH", "/mine", "API_KEY", "k")))
        .containsEntry("PATH", "/mine")
        .containsEntry("API_KEY", "k");
  }

  @Test
  void inheritsNamesAndBeginningsAndEverything() {
    assertThat(of(Platform.UNIX, List.of("AWS_REGION"), Map.of()))
        .containsKey("AWS_REGION")
        .doesNotContainKey("AWS_KEY");
    assertThat(of(Platform.UNIX, List.of("AWS_*"), Map.of()))
        .containsKeys("AWS_REGION", "AWS_KEY")
        .doesNotContainKey("DB_PASSWORD");
    assertThat(of(Platform.UNIX, List.of("*"), Map.of())).containsKey("DB_PASSWORD");
  }

  @Test
  void comparesNamesAsTheSystemDoes() {
    Map<String, String> windows =
        ChildEnvironment.of(
            Platform.WINDOWS, Map.of("Path", "C:\\x", "pathext", ".EXE"), List.of(), Map.of());

    assertThat(windows.get("PATH")).isEqualTo("C:\\x");
    assertThat(windows.get("PATHEXT")).isEqualTo(".EXE");
    assertThat(ChildEnvironment.of(Platform.UNIX, Map.of("Path", "x"), List.of(), Map.of()))
        .isEmpty();
  }
}
