package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rejected credentials need user action; those of one caller do not affect others. */
class RejectedCredentialsTest {

  private static final Duration SOON = TwoServers.SOON;

  @RegisterExtension final TwoServers servers = new TwoServers("weather", "news");
  private final FakeMcpServer weather = servers.first;

  @Test
  void reportsNeedsAuthorizationAfter401() {
    weather.inject(Faults.httpStatus(401, Map.of("WWW-Authenticate", "Bearer"), ""));
    servers.start();

    ServerStatus status = servers.status("weather");
    assertThat(status.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
    assertThat(status.reason()).contains("401", "headers");
  }

  @Test
  void keepsSessionAfterSingle401OfCall() {
    weather.tool("a").returns("a");
    servers.start();
    weather.injectNext("tools/call", Faults.httpStatus(401));

    assertThat(servers.call("weather__a").isError()).isTrue();

    assertThat(servers.status("weather").state()).isEqualTo(ServerState.CONNECTED);
    weather.awaitReceived("tools/list", 2, SOON);
    assertThat(servers.call("weather__a").text()).isEqualTo("a");
    assertThat(weather.received("server/discover")).as("greeted once").hasSize(1);

    weather.inject(Faults.httpStatus(401));
    assertThat(servers.call("weather__a").isError()).isTrue();
    Waiting.until(() -> servers.status("weather").state() == ServerState.NEEDS_AUTHORIZATION);
  }
}
