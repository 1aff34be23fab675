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
 * Lets servers use the application's own {@code ChatModel} (sampling): with somebody's consent, and
 * within a budget. A server sees the model's answer and nothing else of the application; its
 * conversation has none of the application's messages or tools.
 *
 * <pre>{@code
 * ChatModelSampling sampling = ChatModelSampling.builder(model)
 *     .consent(SamplingConsent.forServers("reviews"))
 *     .build();
 * ToolCatalog.builder()
 *     .inputHandlers(InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build())
 * }</pre>
 *
 * <p>Leave {@code Sampling.TOOLS} out if the model takes no tools. Thread-safe.
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

  /** Begins with the model that answers all servers, whichever they would like. */
  public static ChatModelSamplingBuilder builder(ChatModel model) {
    return builder(request -> model);
  }

  /**
   * Begins with a choice of your own among models, as by the priorities that a server gives ({@link
   * CreateMessageRequest#modelPreferences()}). For hints there is {@link
   * ChatModelSamplingBuilder#alsoModel}.
   */
  public static ChatModelSamplingBuilder builder(Function<CreateMessageRequest, ChatModel> models) {
    return new ChatModelSamplingBuilder(models);
  }

  /**
   * Asks the model, if it may be asked.
   *
   * @throws McpInputRefusedException if it may not, or fails; its message is for the server, what
   *     the developer should know is in the log
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
      throw new McpInputRefusedException("the user did not allow the answer to be told");
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
