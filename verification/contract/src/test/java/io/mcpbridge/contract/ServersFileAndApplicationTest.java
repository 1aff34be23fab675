package io.mcpbridge.contract;

import static io.mcpbridge.contract.FollowedFiles.save;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes by the application or its operator take precedence over servers files. */
class ServersFileAndApplicationTest {

  @RegisterExtension final FollowedFiles files = new FollowedFiles();
  private final FakeMcpServer weather = files.weather;
  private final FakeMcpServer news = files.news;

  @Test
  void doesNotConnectDisabledServerUntilEnabled() throws Exception {
    save(
        files.global,
        "'news': {'url': '${NEWS}', 'disabled': true}, 'weather': {'url': '${WEATHER}'}");
    files.follow();
    files.awaitTool("weather__now");
    assertThat(news.connectionsOpened()).isZero();
    assertThat(files.status("news").state()).isEqualTo(ServerState.DISABLED);

    files.catalog.enable("news");
    files.awaitTool("news__now");
  }

  @Test
  void keepsServerDisabledByOperatorWhenEntryIsFixed() throws Exception {
    save(files.global, "'news': {'url': '${NEWS}'}");
    files.follow();
    files.awaitTool("news__now");
    files.catalog.disable("news", "the operator");

    save(files.global, "'news': {'url': '${NOT_SET}'}");
    files.next();
    save(files.global, "'news': {'url': '${NEITHER}'}");
    files.next();
    assertThat(files.status("news").disabledBy()).isEqualTo("the operator");
    save(files.global, "'news': {'url': '${NEWS}', 'timeout': 7}");
    files.next();
    assertThat(files.status("news").disabledBy()).isEqualTo("the operator");
    assertThat(files.status("news").options().timeout()).isEqualTo(Duration.ofSeconds(7));

    files.catalog.enable("news");
    files.awaitTool("news__now");
  }

  @Test
  void requestsApprovalAgainIfHeadersOfEntryChange() throws Exception {
    AtomicInteger promptCount = new AtomicInteger();
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handler(
                ask -> {
                  promptCount.incrementAndGet();
                  return ApprovalDecision.allowAlways();
                })
            .build();
    String staging = "'weather': {'url': '${WEATHER}', 'headers': {'X-Stage': 'staging'}";
    save(files.global, staging + "}");
    try (ToolCatalog asking = ToolCatalog.builder().approval(policy).build();
        ServersFileSync sync = files.settings().build().applyTo(asking)) {
      assertThat(asking.awaitReady(FollowedFiles.SOON)).isTrue();
      assertThat(call(asking)).isEqualTo("sunny");

      save(files.global, staging + ", 'timeout': 7}");
      sync.reload();
      assertThat(call(asking)).isEqualTo("sunny");
      assertThat(promptCount).hasValue(1);

      save(files.global, staging.replace("staging", "production") + "}");
      sync.reload();
      assertThat(call(asking)).isEqualTo("sunny");
      assertThat(promptCount).hasValue(2);
    }
  }

  private static String call(ToolCatalog catalog) {
    return catalog.call("weather__now", "{}", CallOptions.defaults()).text();
  }

  @Test
  void keepsServersAddedByApplication() throws Exception {
    files.catalog.add("weather", news.transport(), ServerOptions.defaults());
    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    files.follow();
    files.awaitTool("news__now");
    assertThat(files.call("weather__now")).isEqualTo("headline");

    save(files.global, "'news': {'url': '${NEWS}'}");
    files.next();
    assertThat(files.call("weather__now")).isEqualTo("headline");
  }

  @Test
  void keepsServersThatApplicationReplaced() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    files.follow();
    files.catalog.remove("weather");
    files.catalog.add("weather", news.transport(), ServerOptions.defaults());
    files.catalog.replace("news", weather.transport(), ServerOptions.defaults());
    assertThat(files.catalog.awaitReady(FollowedFiles.SOON)).isTrue();

    save(
        files.global, "'weather': {'url': '${WEATHER}', 'timeout': 7}, 'more': {'url': '${NEWS}'}");
    files.next();
    files.awaitTool("more__now");
    assertThat(files.call("weather__now")).isEqualTo("headline");
    assertThat(files.call("news__now")).isEqualTo("sunny");

    files.catalog.remove("weather");
    save(files.global, "'weather': {'url': '${WEATHER}', 'timeout': 8}");
    files.next();
    Waiting.until(() -> files.call("weather__now").equals("sunny"));
  }
}
