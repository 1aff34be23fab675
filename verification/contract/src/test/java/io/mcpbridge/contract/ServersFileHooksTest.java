package io.mcpbridge.contract;

import static io.mcpbridge.contract.FollowedFiles.save;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Application code that fails while files are applied affects at most one server. */
class ServersFileHooksTest {

  @RegisterExtension final FollowedFiles files = new FollowedFiles();
  private final FakeMcpServer weather = files.weather;
  private final FakeMcpServer news = files.news;

  @Test
  void failingHttpCustomizerAffectsOnlyItsServer() throws Exception {
    AtomicBoolean vaultIsDown = new AtomicBoolean(true);
    save(files.global, "'news': {'url': '${NEWS}'},\n'weather': {'url': '${WEATHER}'}");
    files.follow(
        files
            .settings()
            .http(
                (server, http) -> {
                  if (server.name().equals("news") && vaultIsDown.get()) {
                    throw new IllegalStateException("no token s3cret");
                  }
                }));

    files.awaitTool("weather__now");
    assertThat(files.status("news").reason())
        .contains(files.global + ":1", "http(...)", "IllegalStateException", "reload()")
        .doesNotContain("s3cret");

    vaultIsDown.set(false);
    files.sync().reload();
    files.awaitTool("news__now");
    assertThat(weather.received("tools/list")).hasSize(1);
  }

  @Test
  void failingAllowPredicateDisablesServer() throws Exception {
    AtomicBoolean judgeIsAway = new AtomicBoolean(true);
    save(files.global, "'news': {'url': '${NEWS}'},\n'weather': {'url': '${WEATHER}'}");
    ServersFiles.Builder settings =
        files
            .settings()
            .allow(
                server -> {
                  if (server.name().equals("news") && judgeIsAway.get()) {
                    throw new IllegalStateException("s3cret");
                  }
                  return true;
                });
    assertThat(settings.build().read().server("news").problems())
        .singleElement()
        .asString()
        .contains("allow(...)", "IllegalStateException")
        .doesNotContain("s3cret");
    files.follow(settings);

    files.awaitTool("weather__now");
    assertThat(files.status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(news.connectionsOpened()).isZero();

    judgeIsAway.set(false);
    files.sync().reload();
    files.awaitTool("news__now");
  }

  @Test
  void appliesChangesIfListenerFails() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}");
    files.follow(
        files
            .settings()
            .listener(
                servers -> {
                  throw new IllegalStateException("of the application");
                }));
    files.awaitTool("weather__now");

    save(files.global, "'news': {'url': '${NEWS}'}");

    files.awaitTool("news__now");
    assertThat(files.sync().current().servers()).hasSize(1);
  }
}
