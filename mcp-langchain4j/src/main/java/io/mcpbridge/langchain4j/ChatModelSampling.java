package io.mcpbridge.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.langchain4j.SamplingBudget.Share;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.schema.ToolOfferLog;
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
  public static ChatModelSamplingBuilder builder(ChatModel model) {
    return builder(request -> model);
  }

  /**
   * Creates a builder with a function that chooses the model, for instance by the priorities that a
   * server gives ({@link CreateMessageRequest#modelPreferences()}). For hints use {@link
   * ChatModelSamplingBuilder#alsoModel}.
   */
  public static ChatModelSamplingBuilder builder(Function<CreateMessageRequest, ChatModel> models) {
    return new ChatModelSamplingBuilder(models);
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
      throw new McpInputRefusedException("the user did not allow the model to be asked");
    }
    if (allowed.messages().isEmpty() || allowed.maxTokens() < 1) {
      throw new McpInputRefusedException("there is no message, or no token for an answer");
    }
    CreateMessageResult answer = ask(allowed, share, context);
    CreateMessageResult told = consent.beforeAnswering(answer, allowed, context);
    if (told == null) {
      throw new McpInputRefusedException("the user did not allow the response to be shared");
    }
    return told;
  }

  private CreateMessageResult ask(CreateMessageRequest request, Share share, InputContext context) {
    int mostTokens = share.setAside(SamplingTokens.of(request), request.maxTokens());
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
      log.warn(
          "Server \"{}\": the model could not be asked what the server wanted",
          context.server(),
          e);
      throw new McpInputRefusedException("the model could not be asked", e);
    }
  }
}
