package io.mcpbridge.spring.boot.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Per-user tools in an application that serves all users on a few event-loop threads. */
@ExtendWith(OutputCaptureExtension.class)
class EventLoopGuardTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void doesNotBlockEventLoopForUserServers(CapturedOutput output) {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.inject(Faults.silence());
      CatalogApplication.application(
              "servers.files.url=" + server.url(),
              "servers.files.per-user=true",
              "users.initial-timeout=1h")
          .withBean(ThreadContextProvider.class, () -> AdaSnapshot::new)
          .run(
              context -> {
                UserToolCatalogs tools = context.getBean(UserToolCatalogs.class);
                for (int i = 0; i < 2; i++) {
                  assertThat(
                          Mono.fromCallable(() -> toolCount(tools))
                              .subscribeOn(Schedulers.parallel())
                              .block(SOON))
                      .isZero();
                }
              });
    }

    assertThat(output)
        .containsOnlyOnce("which must not block: it does not wait for the user's servers");
  }

  private static int toolCount(UserToolCatalogs tools) {
    ToolSet toolSet = tools.get();
    return toolSet == null ? -1 : toolSet.tools().size();
  }

  /** A captured context in which Ada is signed in on every thread. */
  private static final class AdaSnapshot implements ContextSnapshot {

    @Override
    public <T> T call(Supplier<T> call) {
      return call.get();
    }

    @Override
    public @Nullable Object user() {
      return "ada";
    }
  }
}
