package io.mcpbridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How the doctor examines the servers of a catalog, whatever is wrong with them. */
class DoctorTest extends DoctorServers {

  @Test
  void hungServerDelaysNoOther() {
    List<String> finished = new CopyOnWriteArrayList<>();
    FakeMcpServer[] hung = {fake().inject(Faults.silence())};
    DoctorListener listener =
        new DoctorListener() {
          @Override
          public void finished(ServerDiagnosis diagnosis) {
            finished.add(diagnosis.server());
            if (diagnosis.server().equals("weather")) {
              hung[0].clearFaults().disconnectAll(); // it hangs until another one is examined
            }
          }
        };
    try (ToolCatalog catalog = healthy().server(FAULTY, http(hung[0].url())).build()) {
      Doctor.builder().deadline(MINUTE).listener(listener).build().examine(catalog);

      assertThat(finished).containsExactly("weather", FAULTY);
    }
  }

  @Test
  void sendsNothingToLazyServerUnlessAsked() {
    FakeMcpServer lazy = fake();
    try (ToolCatalog catalog =
        healthy()
            .server(
                "lazy", http(lazy.url()), ServerOptions.builder().start(StartPolicy.LAZY).build())
            .build()) {
      catalog.awaitReady(MINUTE);

      ServerDiagnosis passive = Doctor.builder().connects(false).build().examine(catalog, "lazy");

      assertThat(passive.findings())
          .singleElement()
          .extracting(Finding::setting)
          .isEqualTo("start");
      assertThat(passive.isHealthy()).isTrue();
      assertThat(lazy.received()).isEmpty();

      ServerDiagnosis active = Doctor.builder().deadline(MINUTE).build().examine(catalog, "lazy");

      assertThat(active.findings()).isEmpty();
      assertThat(active.toolCount()).isEqualTo(1);
      assertThat(active.tokens()).isPositive();
      assertThat(active.revision()).isNotNull();
      assertThat(lazy.received("tools/list")).isNotEmpty();
    }
  }

  @Test
  void reportsDisabledServerWithoutConnectingIt() {
    FakeMcpServer disabled = fake();
    try (ToolCatalog catalog = healthy().server("off", http(disabled.url())).build()) {
      catalog.disable("off", "the operator");
      disabled.clearReceived();

      ServerDiagnosis diagnosis = Doctor.builder().build().examine(catalog, "off");

      assertThat(diagnosis.findings())
          .singleElement()
          .satisfies(finding -> assertThat(finding.cause()).contains("disabled by the operator"));
      assertThat(diagnosis.isHealthy()).isTrue();
    }
  }
}
