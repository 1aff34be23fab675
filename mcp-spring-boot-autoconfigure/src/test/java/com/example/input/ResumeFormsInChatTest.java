package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** The form of a server ends the turn of a chat, and another process goes on with it. */
class ResumeFormsInChatTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final FakeServerRequest FORM =
      FakeServerRequest.form(
          "How many nights?",
          """
          {"type": "object", "properties": {"nights": {"type": "integer"}}}\
          """);
  private static final FakeServerRequest PAY =
      FakeServerRequest.url("Pay", "https://example.com/pay");

  private static ApprovalStore approvalStore;

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  private final InMemoryChatMemoryRepository messages = new InMemoryChatMemoryRepository();

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  private static void signIn(String user) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken(user, null, "USER"));
  }

  @EnableAutoConfiguration
  @Import(Forms.class)
  static class Hotel {

    @Bean
    ApprovalStore approvalStore() {
      return approvalStore;
    }

    @Bean
    McpElicitations elicitations(McpApprovals approvals) {
      return approvals.elicitations();
    }
  }

  private ConfigurableApplicationContext start(FakeMcpServer server) {
    ConfigurableApplicationContext context =
        Applications.start(
            Hotel.class,
            "--spring.config.additional-location=classpath:com/example/approval/resume.yml",
            "--spring.ai.openai.base-url=" + model.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.hotel.url=" + server.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
    return context;
  }

  private String chat(ConfigurableApplicationContext context, String message) {
    return context
        .getBean(ChatClient.Builder.class)
        .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .defaultAdvisors(
            MessageChatMemoryAdvisor.builder(
                    MessageWindowChatMemory.builder().chatMemoryRepository(messages).build())
                .build())
        .build()
        .prompt(message)
        .advisors(with -> with.param(ChatMemory.CONVERSATION_ID, "chat-7"))
        .call()
        .content();
  }

  private String lastRequest() {
    return model.requests().get(model.requests().size() - 1).body().toString();
  }

  private static Map<String, Object> json(FakeServerRequest request) {
    return Map.of("method", request.method(), "params", request.parameters().toMap());
  }

  @Test
  void chatGoesOnInAnotherProcess() {
    approvalStore = ApprovalStore.inMemory();
    model.callsTool("hotel__book", "{}").says("Fill it in").says("Still waiting").says("Booked");
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("book")
          .handler(
              call ->
                  call.inputResponses().has("form")
                      ? FakeResult.text("booked " + call.inputResponses().object("form").toJson())
                      : FakeResult.inputRequired(
                          Json.write(Map.of("form", json(FORM), "url", json(PAY))), "state"));
      signIn("ada");
      try (ConfigurableApplicationContext context = start(server)) {
        assertThat(chat(context, "Book a room")).isEqualTo("Fill it in");
        assertThat(lastRequest()).contains("has not finished: it waits for its user to fill in");
      }
      try (ConfigurableApplicationContext context = start(server)) {
        Forms forms = context.getBean(Forms.class);
        Map<String, String> ids = forms.waiting();
        assertThat(ids.values())
            .containsExactlyInAnyOrder("hotel asks: How many nights?", "hotel asks: Pay");
        String form = id(ids, "How many nights?");
        signIn("bob");
        assertThat(forms.accept(form, Map.of("nights", 2))).isFalse();
        signIn("ada");
        assertThat(forms.accept(form, Map.of("nights", 2))).isTrue();
        assertThat(chat(context, "And?")).isEqualTo("Still waiting");
        assertThat(server.received("tools/call")).hasSize(1);
        assertThat(forms.accept(id(ids, "Pay"), Map.of())).isTrue();

        assertThat(chat(context, "Done")).isEqualTo("Booked");

        assertThat(lastRequest())
            .contains("that waited for input")
            .contains("booked {")
            .contains("nights");
        assertThat(server.received("tools/call")).hasSize(2);
      }
    }
  }

  private static String id(Map<String, String> ids, String message) {
    return ids.entrySet().stream()
        .filter(entry -> entry.getValue().endsWith(message))
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
