package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.spring.observation.DefaultMcpClientObservationConvention;
import io.mcpbridge.spring.observation.McpClientObservationContext;
import io.mcpbridge.spring.observation.McpClientObservationConvention;
import io.mcpbridge.spring.observation.McpObservationAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** An application that extends the metrics and listens for events. */
class ObserveCallsTest {

  @Test
  void customizesObservationsAndListensToEvents() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns(FakeResult.error("closed"));
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class,
                  McpEventAutoConfiguration.class,
                  McpObservationAutoConfiguration.class))
          .withBean(MeterRegistry.class, () -> meters)
          .withBean(ObservationRegistry.class, () -> observing(meters))
          .withUserConfiguration(Conventions.class, Journalist.class)
          .withPropertyValues("mcp.client.servers.weather.url=" + server.url())
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                catalog.awaitReady(Duration.ofSeconds(30));
                catalog.call("weather__forecast", "{}", CallOptions.defaults());

                assertThat(context.getBean(Journalist.class).journal.poll(60, TimeUnit.SECONDS))
                    .isEqualTo("weather__forecast ERROR");
                assertThat(meters.get("mcp.client.operation.duration").tag("team", "sky").timers())
                    .isNotEmpty();
              });
    }
  }

  private static ObservationRegistry observing(MeterRegistry meters) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    return registry;
  }

  @Configuration(proxyBeanMethods = false)
  static class Conventions {

    @Bean
    McpClientObservationConvention conventions() {
      return new DefaultMcpClientObservationConvention() {
        @Override
        public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
          return super.getLowCardinalityKeyValues(context).and("team", "sky");
        }
      };
    }
  }

  static class Journalist {
    private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();

    @EventListener
    void on(McpEvent.CallFinished event) {
      journal.add(event.call().modelName() + " " + event.outcome().kind());
    }

    @EventListener
    void on(McpEvent.ServerLost event) {
      journal.add(event.server() + " is away: " + event.reason());
    }
  }
}
