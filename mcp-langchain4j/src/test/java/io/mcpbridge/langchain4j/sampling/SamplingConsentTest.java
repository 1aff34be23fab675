package io.mcpbridge.langchain4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.langchain4j.SamplingRequests;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No server uses the model without consent. */
class SamplingConsentTest {

  private static final CreateMessageRequest HELLO = request("Hello");
  private static final InputContext S = new InputContext(CallerContext.unknown("s"), null);

  private final List<ChatRequest> chatRequests = new ArrayList<>();
  private final ChatModel model =
      new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          chatRequests.add(request);
          return ChatResponse.builder().aiMessage(AiMessage.from("Hi.")).modelName("m").build();
        }
      };
  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void rejectsRequestsWithoutConsent() {
    assertThatThrownBy(() -> ChatModelSampling.builder(model).build().handle(HELLO, S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("consent");
    assertThat(chatRequests).isEmpty();
  }

  @Test
  void serverGetsUserRejectedError() {
    JsonRpcError error = askedThrough(consenting((request, context) -> null)).error();

    assertThat(error.code()).isEqualTo(-1);
    assertThat(error.message()).isEqualTo("the user did not allow the sampling request");
    assertThat(chatRequests).isEmpty();
  }

  @Test
  void consentSeesServerAndRequest() {
    List<String> requests = new ArrayList<>();
    consenting(
            (request, context) -> {
              requests.add(context.server() + ": " + request.messages().get(0).content());
              return request;
            })
        .handle(HELLO, S);

    assertThat(requests).singleElement().asString().startsWith("s: ").contains("Hello");
  }

  @Test
  void consentCanChangeRequestAndResponse() {
    ChatModelSampling reviewingSampling =
        consenting(
            new SamplingConsent() {
              @Override
              public CreateMessageRequest beforeAsking(
                  CreateMessageRequest request, InputContext context) {
                return request("Goodbye");
              }

              @Override
              public CreateMessageResult beforeAnswering(
                  CreateMessageResult answer, CreateMessageRequest request, InputContext context) {
                return CreateMessageResult.text("[reviewed]", answer.model());
              }
            });

    assertThat(reviewingSampling.handle(HELLO, S))
        .isEqualTo(CreateMessageResult.text("[reviewed]", "m"));
    assertThat(chatRequests.get(0).messages())
        .containsExactly((ChatMessage) UserMessage.from("Goodbye"));
  }

  @Test
  void consentCanWithholdResponse() {
    ChatModelSampling withholdingSampling =
        consenting(
            new SamplingConsent() {
              @Override
              public CreateMessageRequest beforeAsking(
                  CreateMessageRequest request, InputContext context) {
                return request;
              }

              @Override
              public CreateMessageResult beforeAnswering(
                  CreateMessageResult answer, CreateMessageRequest request, InputContext context) {
                return null;
              }
            });

    assertThatThrownBy(() -> withholdingSampling.handle(HELLO, S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("the user did not allow sharing the response");
  }

  @Test
  void forServersConsentsToListedServersOnly() {
    ChatModelSampling trusting = consenting(SamplingConsent.forServers("s"));

    assertThat(trusting.handle(HELLO, S).model()).isEqualTo("m");
    assertThatThrownBy(
            () -> trusting.handle(HELLO, new InputContext(CallerContext.unknown("other"), null)))
        .isInstanceOf(McpInputRefusedException.class);
  }

  @Test
  void modelSelectionCanReject() {
    ChatModelSampling choosing =
        ChatModelSampling.builder(
                request -> {
                  throw new McpInputRefusedException("no model for " + request.maxTokens());
                })
            .consent(SamplingConsent.forServers("s"))
            .build();

    assertThatThrownBy(() -> choosing.handle(HELLO, S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("no model for 40");
  }

  private ChatModelSampling consenting(SamplingConsent consent) {
    return ChatModelSampling.builder(model).consent(consent).build();
  }

  private JsonRpcResponse askedThrough(ChatModelSampling sampling) {
    JsonRpcResponse[] answer = new JsonRpcResponse[1];
    server
        .tool("report")
        .handler(
            call -> {
              answer[0] = call.ask(FakeServerRequest.sampling("Hello", 40));
              return FakeResult.text("done");
            });
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .inputHandlers(InputHandlers.builder().createMessage(sampling).build())
            .server("s", server.transport())
            .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      ToolOutput output = catalog.call("s__report", "{}", CallOptions.defaults());
      assertThat(output.text()).isEqualTo("done");
    }
    return answer[0];
  }

  private static CreateMessageRequest request(String text) {
    return SamplingRequests.asking(TextContent.of(text));
  }
}
