package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds each fault into one server of a catalog, beside a healthy one. */
abstract class SeededFaults extends DoctorServers {

  @ParameterizedTest
  @MethodSource("faults")
  void advisesOnlySettingsThatTheFileCanHave(SeededFault fault) {
    List<String> unsettable =
        List.of(
            "initialization-timeout",
            "login-shell-path",
            "ssl-bundle",
            "proxy",
            "auth.oauth2.grant",
            "tool-name-prefix",
            "tool-change-policy",
            "mcp.client.tool-search.mode");
    SettingOrigins origins =
        new SettingOrigins() {
          @Override
          public @Nullable SettingOrigin origin(String server, String setting) {
            return null;
          }

          @Override
          public @Nullable String name(String server, String setting) {
            return unsettable.contains(setting) ? null : setting;
          }
        };
    Doctor doctor = Doctor.builder().deadline(fault.deadline()).origins(origins).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server(FAULTY, fault.transport().apply(this), fault.options())
            .build()) {

      assertThat(doctor.examine(catalog).server(FAULTY).findings())
          .allSatisfy(
              finding ->
                  assertThat(finding.advice())
                      .isNotEmpty()
                      .doesNotContain(
                          unsettable.stream()
                              .flatMap(name -> Stream.of("Write `" + name, "longer `" + name))
                              .toArray(String[]::new))
                      .doesNotContain("`ssl-bundle`", "`proxy`", "search.mode", "oauth2.grant"));
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void namesCauseAndSetting(SeededFault fault) {
    SettingOrigin origin = SettingOrigin.of("application.yml", 7, null);
    Doctor doctor =
        Doctor.builder()
            .deadline(fault.deadline())
            .origins((server, setting) -> server.equals(FAULTY) ? origin : null)
            .build();
    try (ToolCatalog catalog =
        healthy().server(FAULTY, fault.transport().apply(this), fault.options()).build()) {
      catalog.awaitReady("weather", MINUTE); // some deadlines are short

      Diagnosis diagnosis = doctor.examine(catalog);

      assertThat(diagnosis.server("weather").findings()).isEmpty();
      assertThat(diagnosis.server(FAULTY).isHealthy()).isFalse();
      assertThat(diagnosis.isHealthy()).isFalse();
      assertThat(diagnosis.server(FAULTY).findings())
          .anySatisfy(
              finding -> {
                assertThat(finding.severity()).isEqualTo(fault.severity());
                assertThat(finding.cause()).contains(fault.words()).doesNotContain("s3cret", "\n");
                assertThat(finding.setting()).isEqualTo(fault.setting());
                assertThat(finding.origin()).isEqualTo(fault.setting() == null ? null : origin);
                assertThat(finding.advice()).isNotEmpty();
              });
    }
  }
}
