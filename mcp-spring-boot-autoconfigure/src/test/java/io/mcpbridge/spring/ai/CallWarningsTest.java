package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Tool calls on Reactor's threads. */
class CallWarningsTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(McpToolCallbackProvider.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    logger.setAdditive(false);
    logger.addAppender(log);
    log.start();
    server.tool("ping").returns("pong");
    catalog =
        ToolCatalog.builder()
            .server("http", StreamableHttpTransport.of(server.url()))
            .server("pipe", server.transport())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    logger.setAdditive(true);
    catalog.close();
    server.close();
  }

  @Test
  void warnsOnceOnNonBlockingThread() {
    Scheduler parallel = Schedulers.newParallel("few", 2);
    try {
      assertThat(callsOn(parallel)).containsExactly("pong", "pong", "pong", "pong");
    } finally {
      parallel.dispose();
    }

    assertThat(log.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("http__ping", "\"few-", "boundedElastic");
  }

  @Test
  void doesNotWarnOnBlockingThread() {
    Scheduler elastic = Schedulers.newBoundedElastic(2, 10, "many");
    try {
      assertThat(callsOn(elastic)).containsExactly("pong", "pong", "pong", "pong");
    } finally {
      elastic.dispose();
    }

    assertThat(log.list).isEmpty();
  }

  /** Calls all tools twice. */
  private List<String> callsOn(Scheduler scheduler) {
    McpToolCallbackProvider provider = McpToolCallbackProvider.of(catalog);
    return Flux.just(provider, provider)
        .concatMapIterable(it -> List.of(it.getToolCallbacks()))
        .publishOn(scheduler)
        .map((ToolCallback tool) -> tool.call("{}"))
        .collectList()
        .block(Duration.ofSeconds(10));
  }
}
