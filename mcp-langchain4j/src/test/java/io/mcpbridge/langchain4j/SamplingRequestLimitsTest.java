package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.langchain4j.sampling.ChatModelSampling;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Input counts as well as output, and a user's time does, too. */
class SamplingRequestLimitsTest {

  private static final InputContext S = new InputContext(CallerContext.unknown("s"), null);

  private final List<ChatRequest> chatRequests = new ArrayList<>();
  private final List<CreateMessageRequest> consentRequests = new ArrayList<>();
  private final ChatModel model =
      new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          chatRequests.add(request);
          return ChatResponse.builder().aiMessage(AiMessage.from("Hi.")).build();
        }
      };

  @Test
  void rejectsTooLargeRequest() {
    ChatModelSampling sampling = sampling().build();

    assertThatThrownBy(
            () -> sampling.handle(SamplingRequests.asking(TextContent.of("a".repeat(300_000))), S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("maxTokens");
    assertThat(chatRequests).isEmpty();
  }

  /** The provider of this model does not report token usage. */
  @Test
  void estimatesTokensWithoutUsage() {
    ChatModelSampling sampling = sampling().maxTokens(1_500).build();
    CreateMessageRequest question = SamplingRequests.asking(TextContent.of("a".repeat(3_000)));

    sampling.handle(question, S);

    assertThatThrownBy(() -> sampling.handle(question, S)).hasMessageContaining("maxTokens");
    assertThat(chatRequests).hasSize(1);
  }

  /** Its bytes are no text. */
  @Test
  void doesNotCountImageBytesAsText() {
    String base64 = "A".repeat(1_000_000);

    sampling()
        .build()
        .handle(
            SamplingRequests.asking(
                new ImageContent(base64, "image/png", Annotations.none(), Map.of())),
            S);

    assertThat(chatRequests).hasSize(1);
  }

  @Test
  void exhaustedBudgetRejectsWithoutConsent() {
    ChatModelSampling sampling = sampling(false).maxRequests(2).build();
    CreateMessageRequest hello = SamplingRequests.asking(TextContent.of("Hello"));

    assertThatThrownBy(() -> sampling.handle(hello, S)).hasMessageContaining("did not allow");
    assertThatThrownBy(() -> sampling.handle(hello, S)).hasMessageContaining("did not allow");
    assertThatThrownBy(() -> sampling.handle(hello, S)).hasMessageContaining("maxRequests");
    assertThat(consentRequests).hasSize(2);
  }

  private ChatModelSampling.Builder sampling() {
    return sampling(true);
  }

  private ChatModelSampling.Builder sampling(boolean allowed) {
    return ChatModelSampling.builder(model)
        .consent(
            (request, context) -> {
              consentRequests.add(request);
              return allowed ? request : null;
            });
  }
}
