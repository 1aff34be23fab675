package com.example.asks;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.json.Json;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.SpringAiSampling;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A server that sends a request to the model of a Spring AI application. */
class AnswerSamplingInSpringTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  @SpringBootApplication(proxyBeanMethods = false)
  static class ReviewApplication {

    @Bean
    InputHandlers inputHandlers(ChatModel model) {
      SpringAiSampling sampling =
          SpringAiSampling.builder(model)
              .consent(SamplingConsent.forServers("reviews"))
              .maxTokens(20_000)
              .within(Duration.ofHours(1))
              .build();
      return InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build();
    }
  }

  @Test
  void samplingWithChatModelBean() {
    try (FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25)) {
      server
          .tool("review")
          .handler(
              call ->
                  FakeResult.text(
                      Json.write(
                          call.ask(FakeServerRequest.sampling("Good?", 10)).result().toMap())));
      MODEL.says("Good.");
      try (ConfigurableApplicationContext context =
          Applications.start(
              ReviewApplication.class,
              "--spring.ai.openai.base-url=" + MODEL.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.reviews.url=" + server.url())) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);
        assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();

        assertThat(catalog.call("reviews__review", "{}", CallOptions.defaults()).text())
            .contains("Good.");
        assertThat(MODEL.requests()).hasSize(1);
      }
    }
  }
}
