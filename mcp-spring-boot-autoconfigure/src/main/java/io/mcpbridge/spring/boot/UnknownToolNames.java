package io.mcpbridge.spring.boot;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import dev.langchain4j.service.tool.HallucinatedToolNameStrategy;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolService;
import dev.langchain4j.spi.services.AiServiceContextFactory;
import io.mcpbridge.langchain4j.HallucinatedToolNames;
import io.mcpbridge.langchain4j.McpToolProvider;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns an error to the model when it calls an unknown tool, where LangChain4j would end the AI
 * service call, and appends the instructions of trusted servers to the system message. An
 * {@code @AiService} has no attribute for that; this is LangChain4j's extension point for all AI
 * services. Affects only services with the starter's {@link McpToolProvider}; settings of the
 * application in {@code AiServices} take precedence.
 *
 * <p>Instantiated by LangChain4j through {@code ServiceLoader}.
 */
public final class UnknownToolNames implements AiServiceContextFactory {

  private static final Logger log = LoggerFactory.getLogger(UnknownToolNames.class);

  /**
   * Providers whose unknown tool names are handled, with the servers whose instructions go to the
   * model. No lock is held while one is used.
   */
  private static final Map<McpToolProvider, List<String>> ANSWERED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final @Nullable AiServiceContextFactory other;

  public UnknownToolNames() {
    other =
        ServiceLoader.load(AiServiceContextFactory.class).stream()
            .filter(factory -> factory.type() != UnknownToolNames.class)
            .findFirst()
            .map(ServiceLoader.Provider::get)
            .orElse(null);
  }

  /**
   * Registers a provider: AI services that have it handle unknown tool names.
   *
   * @param trusted servers whose instructions such AI services append to their system message
   */
  public static McpToolProvider answered(McpToolProvider provider, List<String> trusted) {
    ANSWERED.put(provider, List.copyOf(trusted));
    return provider;
  }

  @Override
  public AiServiceContext create(Class<?> aiServiceClass) {
    AiServiceContext context =
        other == null ? new Context(aiServiceClass) : other.create(aiServiceClass);
    try {
      Answers answers = new Answers(context.toolService);
      context.toolService.hallucinatedToolNameStrategy(answers::answer);
      context.toolService.beforeToolExecution(answers::announce);
      BiFunction<String, InvocationContext, String> before = context.systemMessageTransformer;
      context.systemMessageTransformer =
          (text, invocation) ->
              answers.withInstructions(
                  before == null ? text : before.apply(text, invocation), invocation);
    } catch (LinkageError e) { // this extension point is not stable API
      log.warn(
          "This version of LangChain4j aborts AI service calls on unknown tool names, or takes no"
              + " instructions of servers: {}",
          e.toString());
    }
    return context;
  }

  private static final class Context extends AiServiceContext {
    Context(Class<?> aiServiceClass) {
      super(aiServiceClass);
    }
  }

  /**
   * Handles the unknown names of one AI service, whose tool providers are known only when it is
   * used.
   */
  private static final class Answers {

    private final ToolService tools;
    private volatile @Nullable HallucinatedToolNames names;
    private volatile @Nullable BiFunction<@Nullable String, InvocationContext, @Nullable String>
        instructions;

    Answers(ToolService tools) {
      this.tools = tools;
    }

    void announce(BeforeToolExecution call) {
      HallucinatedToolNames known = names();
      if (known != null) {
        known.invocations().accept(call);
      }
    }

    ToolExecutionResultMessage answer(ToolExecutionRequest request) {
      HallucinatedToolNames known = names();
      return known == null
          ? HallucinatedToolNameStrategy.THROW_EXCEPTION.apply(request)
          : known.apply(request);
    }

    @Nullable String withInstructions(@Nullable String systemMessage, InvocationContext context) {
      names();
      BiFunction<@Nullable String, InvocationContext, @Nullable String> known = instructions;
      return known == null ? systemMessage : known.apply(systemMessage, context);
    }

    private @Nullable HallucinatedToolNames names() {
      HallucinatedToolNames known = names;
      if (known == null) {
        for (ToolProvider provider : tools.toolProviders()) {
          List<String> trusted =
              provider instanceof McpToolProvider ? ANSWERED.get(provider) : null;
          if (trusted != null && provider instanceof McpToolProvider mcp) {
            known = mcp.hallucinatedToolNames();
            instructions = mcp.systemMessageTransformer(trusted.toArray(String[]::new));
            names = known;
            break;
          }
        }
      }
      return known;
    }
  }
}
