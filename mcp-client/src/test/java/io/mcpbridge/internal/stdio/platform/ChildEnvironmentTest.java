package io.mcpbridge.internal.stdio.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
      Platform platform, List<String> inherited, Map<String, String> configured) {
    return ChildEnvironment.of(platform, OURS, inherited, configured);
  }

  @Test
  void inheritsOnlyAllowlistedVariables() {
    assertThat(of(Platform.UNIX, List.of(), Map.of()))
        .containsOnlyKeys("PATH", "LC_ALL", "https_proxy");
  }

  @Test
  void configuredVariablesOverrideInherited() {
    assertThat(of(Platform.UNIX, List.of(), Map.of("PATH", "/mine", "API_KEY", "k")))
        .containsEntry("PATH", "/mine")
        .containsEntry("API_KEY", "k");
  }

  @Test
  void inheritsByNamePrefixAndWildcard() {
    assertThat(of(Platform.UNIX, List.of("AWS_REGION"), Map.of()))
        .containsKey("AWS_REGION")
        .doesNotContainKey("AWS_KEY");
    assertThat(of(Platform.UNIX, List.of("AWS_*"), Map.of()))
        .containsKeys("AWS_REGION", "AWS_KEY")
        .doesNotContainKey("DB_PASSWORD");
    assertThat(of(Platform.UNIX, List.of("*"), Map.of())).containsKey("DB_PASSWORD");
  }

  @Test
  void matchesNamesCaseInsensitivelyOnWindows() {
    Map<String, String> windows =
        ChildEnvironment.of(
            Platform.WINDOWS, Map.of("Path", "C:\\x", "pathext", ".EXE"), List.of(), Map.of());

    assertThat(windows.get("PATH")).isEqualTo("C:\\x");
    assertThat(windows.get("PATHEXT")).isEqualTo(".EXE");
    assertThat(ChildEnvironment.of(Platform.UNIX, Map.of("Path", "x"), List.of(), Map.of()))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_PROXY, http://mia:s3cr3t@proxy:3128/, http://proxy:3128/",
    "HTTPS_PROXY, http://mia@proxy:3128, http://proxy:3128",
    "http_proxy, mia:s3cr3t@proxy:3128, proxy:3128",
    "https_proxy, http://mia:s3/cr@3t#?@proxy:3128, http://proxy:3128",
    "HTTP_PROXY, http://proxy:3128, http://proxy:3128",
  })
  void proxiesAreInheritedWithoutUserAndPassword(
      String name, String inheritedValue, String expected) {
    assertThat(
            ChildEnvironment.of(Platform.UNIX, Map.of(name, inheritedValue), List.of(), Map.of()))
        .containsExactly(Map.entry(name, expected));
  }

  @Test
  void stripsProxyCredentialsOnWindowsIgnoringNameCase() {
    Map<String, String> windows =
        ChildEnvironment.of(
            Platform.WINDOWS, Map.of("Http_Proxy", "http://mia:s3cr3t@p:1"), List.of(), Map.of());

    assertThat(windows.get("HTTP_PROXY")).isEqualTo("http://p:1");
  }

  @Test
  void keepsProxyCredentialsIfVariableIsConfigured() {
    String inheritedValue = "http://mia:s3cr3t@proxy:3128";
    Map<String, String> all = Map.of("HTTP_PROXY", inheritedValue);

    assertThat(ChildEnvironment.of(Platform.UNIX, all, List.of(), all))
        .containsEntry("HTTP_PROXY", inheritedValue);
    for (String named : List.of("HTTP_PROXY", "HTTP_*", "*")) {
      assertThat(ChildEnvironment.of(Platform.UNIX, all, List.of(named), Map.of()))
          .containsEntry("HTTP_PROXY", inheritedValue);
    }
  }
}
