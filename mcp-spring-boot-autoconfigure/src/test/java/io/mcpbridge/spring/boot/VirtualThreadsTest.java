package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Application code that no caller waits for runs on virtual threads if available, else on daemon
 * threads.
 */
class VirtualThreadsTest {

  private final FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void handlersAndListenersRunOnVirtualThreads() {
    server.tool("ping").handler(call -> FakeResult.text("pong"));
    CatalogApplication.run(
        application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
            .withPropertyValues("spring.threads.virtual.enabled=true")
            .withUserConfiguration(Application.class),
        catalog -> {
          catalog.call("s__ping", "{}", CallOptions.defaults());
          server.ask(FakeServerRequest.roots(), Duration.ofSeconds(10));

          isVirtualOrDaemon(take(Application.LISTENING));
          isVirtualOrDaemon(take(Application.HANDLING));
        });
  }

  private static void isVirtualOrDaemon(Thread thread) {
    if (Runtime.version().feature() >= 21) {
      assertThat(thread.toString()).startsWith("VirtualThread[");
    }
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).startsWith("mcp-");
  }

  private static Thread take(BlockingQueue<Thread> threads) {
    try {
      return threads.poll(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Application {

    private static final BlockingQueue<Thread> LISTENING = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Thread> HANDLING = new LinkedBlockingQueue<>();

    @Bean
    CatalogListener listener() {
      return new CatalogListener() {
        @Override
        public void connected(String server, ServerInfo info) {
          LISTENING.add(Thread.currentThread());
        }
      };
    }

    @Bean
    InputHandlers handlers() {
      return InputHandlers.builder()
          .listRoots(
              (request, context) -> {
                HANDLING.add(Thread.currentThread());
                return new ListRootsResult(List.of());
              })
          .allowUnsolicited()
          .build();
    }
  }
}
