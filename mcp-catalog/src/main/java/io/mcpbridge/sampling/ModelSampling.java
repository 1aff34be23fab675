package io.mcpbridge.sampling;

import io.mcpbridge.catalog.internal.content.ContentMedia;
import io.mcpbridge.catalog.internal.content.ContentText;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.sampling.SamplingBudget.Share;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets servers use the application's own model (sampling), with consent and within a budget. The
 * base of the adapters for frameworks, which map messages; extend it for a framework of your own.
 *
 * <p>A server sees the model's response and nothing else of the application. Thread-safe, if the
 * models and {@link #ask} are.
 *
 * @param <M> the framework's type of models
 */
public abstract class ModelSampling<M>
    implements InputHandler<CreateMessageRequest, CreateMessageResult> {

  /** About four characters per token for English text; fewer for most other text, and for code. */
  private static final int CHARACTERS_PER_TOKEN = 3;

  /** About the most that a model provider counts for one image. */
  private static final int TOKENS_PER_IMAGE = 1_600;

  /** For audio and video in base64, with the usual compression. */
  private static final int MEDIA_CHARACTERS_PER_TOKEN = 100;

  private static final Logger log = LoggerFactory.getLogger(ModelSampling.class);

  private final Function<CreateMessageRequest, M> models;
  private final SamplingConsent consent;
  private final SamplingBudget budget;

  /**
   * Creates the handler.
   *
   * @throws IllegalArgumentException if a limit is not positive
   */
  protected ModelSampling(Builder<M, ?> settings) {
    this.models =
        settings.byName.isEmpty()
            ? settings.models
            : new ModelHints<>(settings.byName, settings.models);
    this.consent = settings.consent;
    this.budget = settings.budget();
  }

  /**
   * The response of a model.
   *
   * @param message the message for the server
   * @param totalTokens the usage that the provider reported, input and output together; {@code
   *     null} if it reported none
   */
  public record Response(CreateMessageResult message, @Nullable Long totalTokens) {}

  /**
   * Calls the model on the calling thread, without tools or messages of the application.
   *
   * @param server the requesting server
   * @param maxTokens the limit of the output: the server's, or what is left of the budget
   * @throws McpInputRefusedException to refuse the request with a message for the server. Of other
   *     exceptions the server gets no details
   */
  protected abstract Response ask(
      M model, CreateMessageRequest request, String server, int maxTokens);

  /**
   * Calls the model, if consent and budget allow.
   *
   * @throws McpInputRefusedException if they do not, or the model fails; its message is for the
   *     server, the log has the details
   */
  @Override
  public final CreateMessageResult handle(CreateMessageRequest request, InputContext context) {
    Share share = budget.take(context.server());
    CreateMessageRequest allowed = consent.beforeAsking(request, context);
    if (allowed == null) {
      throw new McpInputRefusedException("the user did not allow the sampling request");
    }
    if (allowed.messages().isEmpty() || allowed.maxTokens() < 1) {
      throw new McpInputRefusedException("no message, or no tokens left for an answer");
    }
    CreateMessageResult answer = ask(allowed, share, context);
    CreateMessageResult approved = consent.beforeAnswering(answer, allowed, context);
    if (approved == null) {
      throw new McpInputRefusedException("the user did not allow sharing the response");
    }
    return approved;
  }

  private CreateMessageResult ask(CreateMessageRequest request, Share share, InputContext context) {
    int maxTokens = share.reserve(tokens(request), request.maxTokens());
    try {
      Response response = ask(models.apply(request), request, context.server(), maxTokens);
      if (response.totalTokens() != null) {
        share.used(response.totalTokens());
      }
      return response.message();
    } catch (McpInputRefusedException e) {
      throw e;
    } catch (RuntimeException e) {
      log.warn("Server \"{}\": the sampling request to the model failed", context.server(), e);
      throw new McpInputRefusedException("the request to the model failed", e);
    }
  }

  /**
   * Consent, limits and models, the same for every framework. Not thread-safe.
   *
   * @param <M> the framework's type of models
   * @param <B> the type of the builder
   */
  public abstract static class Builder<M, B extends Builder<M, B>> {

    private final Function<CreateMessageRequest, M> models;
    private final Map<String, M> byName = new LinkedHashMap<>();
    private SamplingConsent consent =
        (request, context) -> {
          throw new McpInputRefusedException(
              "no consent to sampling is configured: set consent(...) of this handler's builder");
        };
    private int maxRequests = 60;
    private long maxTokens = 100_000;
    private Duration period = Duration.ofHours(1);

    /**
     * Creates a builder.
     *
     * @param models chooses the model of a request without a matching hint
     */
    protected Builder(Function<CreateMessageRequest, M> models) {
      this.models = models;
    }

    /** This builder. */
    protected abstract B self();

    /**
     * Adds a model for servers that hint at it: the first of a server's hints that is part of a
     * name selects the model.
     *
     * @param name such as {@code claude-3-5-haiku}
     */
    public B alsoModel(String name, M model) {
      byName.put(name, model);
      return self();
    }

    /** Decides whether a server may use the model; default: every request is refused. */
    public B consent(SamplingConsent consent) {
      this.consent = consent;
      return self();
    }

    /**
     * Maximum number of requests per server and period; default 60. Refused requests count, too, so
     * that a server cannot prompt a user endlessly.
     */
    public B maxRequests(int requests) {
      this.maxRequests = requests;
      return self();
    }

    /**
     * Maximum number of tokens per server and period, input and output together; default 100,000.
     * The input is estimated by the length of its text and the number of its images, and refused if
     * it exceeds the remaining budget; the output is limited to what then remains. If the provider
     * does not report the usage, or the model fails, the estimate and the output limit count.
     */
    public B maxTokens(long tokens) {
      this.maxTokens = tokens;
      return self();
    }

    /** The period of {@code maxRequests} and {@code maxTokens}; default one hour. */
    public B within(Duration time) {
      this.period = time;
      return self();
    }

    private SamplingBudget budget() {
      if (maxRequests < 1 || maxTokens < 1 || period.isZero() || period.isNegative()) {
        throw new IllegalArgumentException("maxRequests, maxTokens and within must be positive");
      }
      return new SamplingBudget(maxRequests, maxTokens, period, System::nanoTime);
    }
  }

  /** Estimates the number of input tokens. */
  private static long tokens(CreateMessageRequest request) {
    long tokens = textTokens(request.systemPrompt() == null ? "" : request.systemPrompt());
    for (SamplingMessage message : request.messages()) {
      for (SamplingContent content : message.content()) {
        tokens += tokens(content);
      }
    }
    for (Tool tool : request.tools()) {
      String description = tool.description() == null ? "" : tool.description();
      tokens += textTokens(tool.name() + description + Json.write(tool.inputSchema()));
    }
    return tokens;
  }

  private static long tokens(SamplingContent content) {
    if (content instanceof ToolUseContent use) {
      return textTokens(use.name() + Json.write(use.input()));
    }
    if (content instanceof ToolResultContent result) {
      return result.content().isEmpty() && result.structuredContent() != null
          ? textTokens(result.structuredContent().toJson())
          : result.content().stream().mapToLong(ModelSampling::tokens).sum();
    }
    return content instanceof ContentBlock block ? tokens(block) : 0;
  }

  private static long tokens(ContentBlock block) {
    ContentMedia media = ContentMedia.of(block);
    if (media == null) {
      return textTokens(ContentText.of(block));
    }
    return media.kind().equals("image")
        ? TOKENS_PER_IMAGE
        : media.base64().length() / MEDIA_CHARACTERS_PER_TOKEN;
  }

  private static long textTokens(String text) {
    return (text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
  }

  /**
   * Chooses a model by a server's hints: in order, the first that is part of a name wins
   * (2026-07-28, schema, ModelHint). Hints take precedence over priorities.
   */
  private static final class ModelHints<M> implements Function<CreateMessageRequest, M> {

    private final Map<String, M> byName;
    private final Function<CreateMessageRequest, M> otherwise;

    ModelHints(Map<String, M> byName, Function<CreateMessageRequest, M> otherwise) {
      this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
      this.otherwise = otherwise;
    }

    @Override
    public M apply(CreateMessageRequest request) {
      for (String hint : request.modelPreferences().hints()) {
        for (Map.Entry<String, M> model : byName.entrySet()) {
          if (!hint.isBlank() && lower(model.getKey()).contains(lower(hint))) {
            return model.getValue();
          }
        }
      }
      return otherwise.apply(request);
    }

    private static String lower(String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  }
}
