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
 * Extends the AI services of the application: returns an error to the model when it calls an
 * unknown tool, where LangChain4j would end the AI service call, and appends the instructions of
 * trusted servers to the system message. An {@code @AiService} has no attribute for that; this is
 * LangChain4j's extension point for all AI services. Affects only services with the starter's
 * {@link McpToolProvider}; settings of the application in {@code AiServices} take precedence.
 *
 * <p>Instantiated by LangChain4j through {@code ServiceLoader}.
 */
public final class McpAiServiceContextFactory implements AiServiceContextFactory {

  private static final Logger log = LoggerFactory.getLogger(McpAiServiceContextFactory.class);

  /**
   * Providers whose AI services are extended, with the servers whose instructions go to the model.
   * No lock is held while one is used.
   */
  private static final Map<McpToolProvider, List<String>> PROVIDERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final @Nullable AiServiceContextFactory delegate;

  public McpAiServiceContextFactory() {
    delegate =
        ServiceLoader.load(AiServiceContextFactory.class).stream()
            .filter(factory -> factory.type() != McpAiServiceContextFactory.class)
            .findFirst()
            .map(ServiceLoader.Provider::get)
            .orElse(null);
  }

  /**
   * Registers a provider: AI services that have it are extended.
   *
   * @param trusted servers whose instructions such AI services append to their system message
   * @return the provider
   */
  public static McpToolProvider register(McpToolProvider provider, List<String> trusted) {
    PROVIDERS.put(provider, List.copyOf(trusted));
    return provider;
  }

  @Override
  public AiServiceContext create(Class<?> aiServiceClass) {
    AiServiceContext context =
        delegate == null ? new Context(aiServiceClass) : delegate.create(aiServiceClass);
    try {
      Extension extension = new Extension(context.toolService);
      context.toolService.hallucinatedToolNameStrategy(extension::answer);
      context.toolService.beforeToolExecution(extension::announce);
      BiFunction<String, InvocationContext, String> before = context.systemMessageTransformer;
      context.systemMessageTransformer =
          (text, invocation) ->
              extension.withInstructions(
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

  /** What one AI service gets, whose tool providers are known only when it is used. */
  private static final class Extension {

    private final ToolService tools;
    private volatile @Nullable HallucinatedToolNames names;
    private volatile @Nullable BiFunction<@Nullable String, InvocationContext, @Nullable String>
        instructions;

    Extension(ToolService tools) {
      this.tools = tools;
    }

    void announce(BeforeToolExecution call) {
      HallucinatedToolNames toolNames = names();
      if (toolNames != null) {
        toolNames.invocations().accept(call);
      }
    }

    ToolExecutionResultMessage answer(ToolExecutionRequest request) {
      HallucinatedToolNames toolNames = names();
      return toolNames == null
          ? HallucinatedToolNameStrategy.THROW_EXCEPTION.apply(request)
          : toolNames.apply(request);
    }

    @Nullable String withInstructions(@Nullable String systemMessage, InvocationContext context) {
      names();
      BiFunction<@Nullable String, InvocationContext, @Nullable String> transformer = instructions;
      return transformer == null ? systemMessage : transformer.apply(systemMessage, context);
    }

    private @Nullable HallucinatedToolNames names() {
      HallucinatedToolNames toolNames = names;
      // without the adapter, its types are not there
      if (toolNames == null && !PROVIDERS.isEmpty()) {
        for (ToolProvider provider : tools.toolProviders()) {
          List<String> trusted =
              provider instanceof McpToolProvider ? PROVIDERS.get(provider) : null;
          if (trusted != null && provider instanceof McpToolProvider mcp) {
            toolNames = mcp.hallucinatedToolNames();
            instructions = mcp.systemMessageTransformer(trusted.toArray(String[]::new));
            names = toolNames;
            break;
          }
        }
      }
      return toolNames;
    }
  }
}
