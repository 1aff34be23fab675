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

/** Who may use the model, and how much. Not thread-safe. */
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
   * Another model, for servers that would like it: of the hints that a server gives, the first that
   * is a part of such a name decides.
   *
   * @param name such as {@code claude-3-5-haiku}
   */
  public ChatModelSamplingBuilder alsoModel(String name, ChatModel model) {
    byName.put(name, model);
    return this;
  }

  /** Who decides; default: every request is refused. */
  public ChatModelSamplingBuilder consent(SamplingConsent consent) {
    this.consent = consent;
    return this;
  }

  /**
   * How many requests one server may make within the time; default 60. Those that are refused count
   * as well, so that a server cannot ask a person without end.
   */
  public ChatModelSamplingBuilder maxRequests(int requests) {
    this.maxRequests = requests;
    return this;
  }

  /**
   * How many tokens one server may use within the time, questions and answers together; default
   * 100,000. A question is reckoned before it is asked, by the length of its text and the number of
   * its images, and refused if it is more than are left; its answer may have no more than are left
   * then. Where the model's provider does not say how many were used, and where the model fails,
   * those count that were reckoned and that the answer could have had.
   */
  public ChatModelSamplingBuilder maxTokens(long tokens) {
    this.maxTokens = tokens;
    return this;
  }

  /**
   * Changes what the model is sent, for one that takes it in another form. OpenAI's reasoning
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
   * @param change its {@code maxOutputTokens} must not be exceeded, they are the server's and those
   *     of the budget; what it throws refuses the request
   */
  public ChatModelSamplingBuilder chatRequest(UnaryOperator<ChatRequest> change) {
    this.change = change;
    return this;
  }

  /** The time that {@code maxRequests} and {@code maxTokens} are for; default one hour. */
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
        byName.isEmpty() ? models : new HintedModels(byName, models),
        change,
        consent,
        new SamplingBudget(maxRequests, maxTokens, within, System::nanoTime));
  }
}
