package io.mcpbridge.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.model.CreateMessageRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Builds a {@link ChatModelSampling}: consent, limits and models. Not thread-safe. */
public final class ChatModelSamplingBuilder {

  private final Function<CreateMessageRequest, ChatModel> models;
  private final Map<String, ChatModel> byName = new LinkedHashMap<>();
  private SamplingConsent consent =
      (request, context) -> {
        throw new McpInputRefusedException(
            "no consent to sampling is configured (ChatModelSampling.builder(...).consent)");
      };
  private UnaryOperator<ChatRequest> change = request -> request;
  private int maxRequests = 60;
  private long maxTokens = 100_000;
  private Duration within = Duration.ofHours(1);

  ChatModelSamplingBuilder(Function<CreateMessageRequest, ChatModel> models) {
    this.models = models;
  }

  /**
   * Adds a model for servers that hint at it: the first of a server's hints that is part of a name
   * selects the model.
   *
   * @param name such as {@code claude-3-5-haiku}
   */
  public ChatModelSamplingBuilder alsoModel(String name, ChatModel model) {
    byName.put(name, model);
    return this;
  }

  /** Decides whether a server may use the model; default: every request is refused. */
  public ChatModelSamplingBuilder consent(SamplingConsent consent) {
    this.consent = consent;
    return this;
  }

  /**
   * Maximum number of requests per server and period; default 60. Refused requests count, too, so
   * that a server cannot prompt a user endlessly.
   */
  public ChatModelSamplingBuilder maxRequests(int requests) {
    this.maxRequests = requests;
    return this;
  }

  /**
   * Maximum number of tokens per server and period, input and output together; default 100,000. The
   * input is estimated by the length of its text and the number of its images, and refused if it
   * exceeds the remaining budget; the output is limited to what then remains. If the provider does
   * not report the usage, or the model fails, the estimate and the output limit count.
   */
  public ChatModelSamplingBuilder maxTokens(long tokens) {
    this.maxTokens = tokens;
    return this;
  }

  /**
   * Changes the request before it is sent, for models that need another form. OpenAI's reasoning
   * models refuse {@code max_tokens} and {@code temperature}:
   *
   * <pre>{@code
   * .chatRequest(
   *     request ->
   *         ChatRequest.builder()
   *             .messages(request.messages())
   *             .parameters(
   *                 OpenAiChatRequestParameters.builder()
   *                     .toolSpecifications(request.toolSpecifications())
   *                     .maxCompletionTokens(request.maxOutputTokens())
   *                     .build())
   *             .build())
   * }</pre>
   *
   * @param change must not exceed the request's {@code maxOutputTokens}, the limit of server and
   *     budget; an exception refuses the request
   */
  public ChatModelSamplingBuilder chatRequest(UnaryOperator<ChatRequest> change) {
    this.change = change;
    return this;
  }

  /** The period of {@code maxRequests} and {@code maxTokens}; default one hour. */
  public ChatModelSamplingBuilder within(Duration time) {
    this.within = time;
    return this;
  }

  /**
   * The handler, for {@code InputHandlers.builder().createMessage(...)}.
   *
   * @throws IllegalArgumentException if a limit is not positive
   */
  public ChatModelSampling build() {
    if (maxRequests < 1 || maxTokens < 1 || within.isZero() || within.isNegative()) {
      throw new IllegalArgumentException("maxRequests, maxTokens and within must be positive");
    }
    return new ChatModelSampling(
        byName.isEmpty() ? models : new ModelHints(byName, models),
        change,
        consent,
        new SamplingBudget(maxRequests, maxTokens, within, System::nanoTime));
  }
}
