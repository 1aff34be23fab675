package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** A user answers the form of a server on a page, while a chat waits. */
class AnswerFormsOnPageTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final FakeServerRequest FORM =
      FakeServerRequest.form(
          "How many nights?",
          """
          {"type": "object", "properties": {"nights": {"type": "integer"}}}""");

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  private static void signIn(String user) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken(user, null, "USER"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void chatGoesOnAfterAnswer(String revision) throws InterruptedException {
    try (FakeMcpServer server = FakeMcpServer.create().speaking(revision)) {
      server
          .tool("book")
          .handler(
              call -> {
                if (revision.startsWith("2025")) {
                  return FakeResult.text(call.ask(FORM).result().toJson());
                }
                return call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().object("it").toJson())
                    : FakeResult.inputRequired(
                        Json.write(
                            Map.of(
                                "it",
                                Map.of(
                                    "method", FORM.method(), "params", FORM.parameters().toMap()))),
                        null);
              });
      try (ConfigurableApplicationContext context =
          Applications.start(
              Web.class,
              "--spring.ai.openai.base-url=" + model.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.hotel.url=" + server.url())) {
        assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
        model.callsTool("hotel__book", "{}").says("Booked");
        CompletableFuture<String> answer =
            CompletableFuture.supplyAsync(() -> chat(context), task -> new Thread(task).start());
        Web web = context.getBean(Web.class);
        String id = web.requested.poll(60, TimeUnit.SECONDS).id();
        Forms forms = context.getBean(Forms.class);

        assertThat(forms.waiting()).as("without a signed-in user").isEmpty();
        signIn("bob");
        assertThat(forms.waiting()).isEmpty();
        assertThat(forms.accept(id, Map.of("nights", 2))).isFalse();
        signIn("ada");
        assertThat(forms.waiting()).containsExactly(entry(id, "hotel asks: How many nights?"));
        assertThatThrownBy(() -> forms.accept(id, Map.of("nights", "two")))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(forms.accept(id, Map.of("nights", 2))).isTrue();
        assertThat(forms.decline(id)).isFalse();

        assertThat(answer).succeedsWithin(SOON).isEqualTo("Booked");
        assertThat(model.requests().get(1).body().toString()).contains("nights").contains("accept");
        assertThat(web.ended.poll(60, TimeUnit.SECONDS).id()).isEqualTo(id);
      }
    }
  }

  private static String chat(ConfigurableApplicationContext context) {
    signIn("ada");
    return context
        .getBean(ChatClient.Builder.class)
        .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .build()
        .prompt("Book a room")
        .call()
        .content();
  }

  @EnableAutoConfiguration
  @Import(Forms.class)
  static class Web {

    final BlockingQueue<PendingElicitation> requested = new LinkedBlockingQueue<>();
    final BlockingQueue<PendingElicitation> ended = new LinkedBlockingQueue<>();

    @Bean
    McpElicitations elicitations(McpApprovals approvals) {
      return approvals.elicitations();
    }

    @EventListener
    void on(McpEvent.ElicitationRequested event) {
      requested.add(event.elicitation());
    }

    @EventListener
    void on(McpEvent.ElicitationEnded event) {
      ended.add(event.elicitation());
    }
  }
}
