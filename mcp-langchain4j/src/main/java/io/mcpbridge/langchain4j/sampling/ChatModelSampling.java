package io.mcpbridge.langchain4j.sampling;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.sampling.ModelSampling;
import java.util.function.Function;
import java.util.function.UnaryOperator;

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
public final class ChatModelSampling extends ModelSampling<ChatModel> {

  private final UnaryOperator<ChatRequest> change;
  private final ToolOfferLog reports = new ToolOfferLog();

  private ChatModelSampling(Builder builder) {
    super(builder);
    this.change = builder.change;
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

  @Override
  protected Response ask(
      ChatModel model, CreateMessageRequest request, String server, int maxTokens) {
    ChatResponse response =
        model.chat(
            change.apply(SamplingRequestMapping.of(request, server, model, maxTokens, reports)));
    TokenUsage usage = response.tokenUsage();
    return new Response(
        SamplingResultMapping.of(response, model),
        usage == null || usage.totalTokenCount() == null
            ? null
            : Long.valueOf(usage.totalTokenCount()));
  }

  /** Builds a {@link ChatModelSampling}: consent, limits and models. Not thread-safe. */
  public static final class Builder extends ModelSampling.Builder<ChatModel, Builder> {

    private UnaryOperator<ChatRequest> change = request -> request;

    private Builder(Function<CreateMessageRequest, ChatModel> models) {
      super(models);
    }

    @Override
    protected Builder self() {
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

    /**
     * The handler, for {@code InputHandlers.builder().createMessage(...)}.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public ChatModelSampling build() {
      return new ChatModelSampling(this);
    }
  }
}
