package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.sampling.ModelSampling;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;

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
        samplingResult(response, model), total == null || total == 0 ? null : Long.valueOf(total));
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

  /** Maps the model's response to a sampling result. */
  private static CreateMessageResult samplingResult(ChatResponse response, ChatModel model) {
    List<SamplingContent> content = new ArrayList<>();
    int number = 0;
    for (Generation generation : response.getResults()) {
      AssistantMessage message = generation.getOutput();
      if (isThinking(message)) {
        continue;
      }
      if (message.getText() != null && !message.getText().isEmpty()) {
        content.add(TextContent.of(message.getText()));
      }
      message.getMedia().forEach(media -> add(media, content));
      for (ToolCall call : message.getToolCalls()) {
        // Models of some providers do not number their calls.
        number++;
        String id = call.id() == null || call.id().isEmpty() ? "call_" + number : call.id();
        content.add(new ToolUseContent(id, call.name(), input(call), Map.of()));
      }
    }
    return new CreateMessageResult(
        content.isEmpty() ? List.of(TextContent.of("")) : content, // a message requires a block
        modelName(response, model),
        number > 0 ? "toolUse" : stopReason(response));
  }

  /** Spring AI 1.1 makes the thinking of Claude a generation of its own. */
  private static boolean isThinking(AssistantMessage message) {
    return message.getMetadata().containsKey("signature") && message.getToolCalls().isEmpty();
  }

  private static void add(Media media, List<SamplingContent> content) {
    if (!(media.getData() instanceof byte[] bytes)) {
      return; // an address, which the server could not read
    }
    String base64 = Base64.getEncoder().encodeToString(bytes);
    String mimeType = media.getMimeType().toString();
    if (mimeType.startsWith("image/")) {
      content.add(new ImageContent(base64, mimeType, Annotations.none(), Map.of()));
    } else if (mimeType.startsWith("audio/")) {
      content.add(new AudioContent(base64, mimeType, Annotations.none(), Map.of()));
    }
  }

  private static Map<String, @Nullable Object> input(ToolCall call) {
    return call.arguments() == null || call.arguments().isBlank()
        ? Map.of()
        : Json.readObject(call.arguments());
  }

  private static String modelName(ChatResponse response, ChatModel model) {
    String name = response.getMetadata().getModel();
    if (name != null && !name.isEmpty()) {
      return name;
    }
    String configured = model.getDefaultOptions().getModel();
    return configured == null || configured.isEmpty()
        ? model.getClass().getSimpleName()
        : configured;
  }

  /** Spring AI passes on the words of the provider. */
  private static @Nullable String stopReason(ChatResponse response) {
    Generation last = response.getResults().get(response.getResults().size() - 1);
    String reason = last.getMetadata().getFinishReason();
    return reason == null
        ? null
        : switch (reason.toLowerCase(Locale.ROOT)) {
          case "stop", "end_turn" -> "endTurn";
          case "stop_sequence" -> "stopSequence";
          case "length", "max_tokens", "model_length" -> "maxTokens";
          case "content_filter", "content_filtered", "safety", "refusal" -> "contentFilter";
          default -> null;
        };
  }
}
