package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.sampling.ModelSampling;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Lets servers use the application's own {@code ChatModel} (sampling), with consent and within a
 * budget. A server sees the model's response and nothing else of the application; its conversation
 * contains none of the application's messages, tools or advisors. Exception: with Spring AI 1.1,
 * tools in the default options of the model itself are in the conversation, too.
 *
 * <pre>{@code
 * @Bean
 * InputHandlers inputHandlers(ChatModel model) {
 *   SpringAiSampling sampling =
 *       SpringAiSampling.builder(model).consent(SamplingConsent.forServers("reviews")).build();
 *   return InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build();
 * }
 * }</pre>
 *
 * <p>Omit {@code Sampling.TOOLS} if the model does not support tools. A request whose {@code
 * toolChoice} is {@code none} is sent without tools; {@code required} has no counterpart in Spring
 * AI's common options, see {@link Builder#prompt}. Thread-safe.
 */
public final class SpringAiSampling extends ModelSampling<ChatModel> {

  private final BiFunction<Prompt, CreateMessageRequest, Prompt> change;
  private final ToolOfferLog reports = new ToolOfferLog();

  private SpringAiSampling(Builder builder) {
    super(builder);
    this.change = builder.change;
  }

  /** Creates a builder with one model for all servers, whatever their preferences. */
  public static Builder builder(ChatModel model) {
    return selecting(request -> model);
  }

  /**
   * Creates a builder with a function that chooses the model, for instance by the priorities that a
   * server gives ({@link CreateMessageRequest#modelPreferences()}). For hints use {@link
   * Builder#alsoModel}.
   */
  public static Builder selecting(Function<CreateMessageRequest, ChatModel> models) {
    return new Builder(models);
  }

  @Override
  protected Response ask(
      ChatModel model, CreateMessageRequest request, String server, int maxTokens) {
    Prompt prompt = SamplingPrompt.of(request, server, model, maxTokens, reports);
    ChatResponse response = model.call(change.apply(prompt, request));
    Usage usage = response.getMetadata().getUsage();
    Integer total = usage == null ? null : usage.getTotalTokens();
    return new Response(
        SamplingResponse.of(response, model),
        total == null || total == 0 ? null : Long.valueOf(total));
  }

  /** Builds a {@link SpringAiSampling}: consent, limits and models. Not thread-safe. */
  public static final class Builder extends ModelSampling.Builder<ChatModel, Builder> {

    private BiFunction<Prompt, CreateMessageRequest, Prompt> change = (prompt, request) -> prompt;

    private Builder(Function<CreateMessageRequest, ChatModel> models) {
      super(models);
    }

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Changes the prompt before it is sent, for models that need other options. OpenAI's reasoning
     * models refuse {@code max_tokens} and {@code temperature}:
     *
     * <pre>{@code
     * .prompt(
     *     (prompt, request) ->
     *         new Prompt(
     *             prompt.getInstructions(),
     *             OpenAiChatOptions.builder()
     *                 .model("o4-mini")
     *                 .maxCompletionTokens(prompt.getOptions().getMaxTokens())
     *                 .build()))
     * }</pre>
     *
     * @param change must not exceed the {@code maxTokens} of the prompt's options, the limit of
     *     server and budget; an exception refuses the request
     */
    public Builder prompt(BiFunction<Prompt, CreateMessageRequest, Prompt> change) {
      this.change = change;
      return this;
    }

    /**
     * The handler, for {@code InputHandlers.builder().createMessage(...)}.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public SpringAiSampling build() {
      return new SpringAiSampling(this);
    }
  }
}
