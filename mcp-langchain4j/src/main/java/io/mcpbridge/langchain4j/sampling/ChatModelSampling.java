package io.mcpbridge.langchain4j.sampling;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.langchain4j.sampling.SamplingBudget.Share;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.schema.ToolOfferLog;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets servers use the application's own {@code ChatModel} (sampling), with consent and within a
 * budget. A server sees the model's response and nothing else of the application; its conversation
 * contains none of the application's messages or tools.
 *
 * <pre>{@code
 * ChatModelSampling sampling = ChatModelSampling.builder(model)
 *     .consent(SamplingConsent.forServers("reviews"))
 *     .build();
 * ToolCatalog.builder()
 *     .inputHandlers(InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build())
 * }</pre>
 *
 * <p>Omit {@code Sampling.TOOLS} if the model does not support tools. Thread-safe.
 */
public final class ChatModelSampling
    implements InputHandler<CreateMessageRequest, CreateMessageResult> {

  private static final Logger log = LoggerFactory.getLogger(ChatModelSampling.class);

  private final Function<CreateMessageRequest, ChatModel> models;
  private final UnaryOperator<ChatRequest> change;
  private final SamplingConsent consent;
  private final SamplingBudget budget;
  private final ToolOfferLog reports = new ToolOfferLog();

  ChatModelSampling(
      Function<CreateMessageRequest, ChatModel> models,
      UnaryOperator<ChatRequest> change,
      SamplingConsent consent,
      SamplingBudget budget) {
    this.models = models;
    this.change = change;
    this.consent = consent;
    this.budget = budget;
  }

  /** Creates a builder with one model for all servers, whatever their preferences. */
  public static Builder builder(ChatModel model) {
    return builder(request -> model);
  }

  /**
   * Creates a builder with a function that chooses the model, for instance by the priorities that a
   * server gives ({@link CreateMessageRequest#modelPreferences()}). For hints use {@link
   * Builder#alsoModel}.
   */
  public static Builder builder(Function<CreateMessageRequest, ChatModel> models) {
    return new Builder(models);
  }

  /**
   * Calls the model, if consent and budget allow.
   *
   * @throws McpInputRefusedException if they do not, or the model fails; its message is for the
   *     server, the log has the details
   */
  @Override
  public CreateMessageResult handle(CreateMessageRequest request, InputContext context) {
    Share share = budget.take(context.server());
    CreateMessageRequest allowed = consent.beforeAsking(request, context);
    if (allowed == null) {
      throw new McpInputRefusedException("the user did not allow the sampling request");
    }
    if (allowed.messages().isEmpty() || allowed.maxTokens() < 1) {
      throw new McpInputRefusedException("no message, or no tokens left for an answer");
    }
    CreateMessageResult answer = ask(allowed, share, context);
    CreateMessageResult told = consent.beforeAnswering(answer, allowed, context);
    if (told == null) {
      throw new McpInputRefusedException("the user did not allow sharing the response");
    }
    return told;
  }

  private CreateMessageResult ask(CreateMessageRequest request, Share share, InputContext context) {
    int mostTokens = share.reserve(SamplingTokens.of(request), request.maxTokens());
    try {
      ChatModel model = models.apply(request);
      ChatResponse response =
          model.chat(
              change.apply(
                  SamplingRequestMapping.of(
                      request, context.server(), model, mostTokens, reports)));
      TokenUsage usage = response.tokenUsage();
      if (usage != null && usage.totalTokenCount() != null) {
        share.used(usage.totalTokenCount());
      }
      return SamplingResultMapping.of(response, model);
    } catch (McpInputRefusedException e) {
      throw e;
    } catch (RuntimeException e) {
      log.warn("Server \"{}\": the sampling request to the model failed", context.server(), e);
      throw new McpInputRefusedException("the request to the model failed", e);
    }
  }

  /** Builds a {@link ChatModelSampling}: consent, limits and models. Not thread-safe. */
  public static final class Builder {

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

    private Builder(Function<CreateMessageRequest, ChatModel> models) {
      this.models = models;
    }

    /**
     * Adds a model for servers that hint at it: the first of a server's hints that is part of a
     * name selects the model.
     *
     * @param name such as {@code claude-3-5-haiku}
     */
    public Builder alsoModel(String name, ChatModel model) {
      byName.put(name, model);
      return this;
    }

    /** Decides whether a server may use the model; default: every request is refused. */
    public Builder consent(SamplingConsent consent) {
      this.consent = consent;
      return this;
    }

    /**
     * Maximum number of requests per server and period; default 60. Refused requests count, too, so
     * that a server cannot prompt a user endlessly.
     */
    public Builder maxRequests(int requests) {
      this.maxRequests = requests;
      return this;
    }

    /**
     * Maximum number of tokens per server and period, input and output together; default 100,000.
     * The input is estimated by the length of its text and the number of its images, and refused if
     * it exceeds the remaining budget; the output is limited to what then remains. If the provider
     * does not report the usage, or the model fails, the estimate and the output limit count.
     */
    public Builder maxTokens(long tokens) {
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
    public Builder chatRequest(UnaryOperator<ChatRequest> change) {
      this.change = change;
      return this;
    }

    /** The period of {@code maxRequests} and {@code maxTokens}; default one hour. */
    public Builder within(Duration time) {
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
}
