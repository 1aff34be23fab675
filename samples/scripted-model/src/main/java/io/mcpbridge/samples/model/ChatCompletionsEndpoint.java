package io.mcpbridge.samples.model;

import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;

/**
 * {@code POST /v1/chat/completions}: records the body, runs the {@link Script}, formats the
 * response.
 */
final class ChatCompletionsEndpoint implements ResponseDefinitionTransformerV2 {

  static final String NAME = "chat-completions";

  private final RequestLog requests;

  ChatCompletionsEndpoint(RequestLog requests) {
    this.requests = requests;
  }

  @Override
  public ResponseDefinition transform(ServeEvent event) {
    String body = event.getRequest().getBodyAsString();
    requests.add(body);
    try {
      ChatRequest request = ChatRequest.parse(body);
      Answer answer = Script.answer(request);
      Usage usage = Usage.estimate(request, answer);
      return request.stream()
          ? StreamedResponse.of(request, answer, usage)
          : ChatCompletionResponse.of(request, answer, usage);
    } catch (InvalidRequestException e) {
      return ErrorResponse.of(400, e.getMessage(), e.param());
    }
  }

  @Override
  public boolean applyGlobally() {
    return false;
  }

  @Override
  public String getName() {
    return NAME;
  }
}
