package io.mcpbridge.spring.boot;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import dev.langchain4j.service.tool.HallucinatedToolNameStrategy;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolService;
import dev.langchain4j.spi.services.AiServiceContextFactory;
import io.mcpbridge.langchain4j.HallucinatedToolNames;
import io.mcpbridge.langchain4j.McpToolProvider;
import java.util.Collections;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a model told that a tool does not exist, where LangChain4j would end the AI service call. An
 * {@code @AiService} has no place to say so; this is where LangChain4j lets others have a hand in
 * all AI services. It does nothing for those that do not have the starter's {@link
 * McpToolProvider}, and what an application sets in {@code AiServices} takes its place.
 *
 * <p>Made by LangChain4j, which finds it as a service.
 */
public final class UnknownToolNames implements AiServiceContextFactory {

  private static final Logger log = LoggerFactory.getLogger(McpLangChain4jAutoConfiguration.class);

  /** Whose unknown names are answered. No lock is held while anything is done with one. */
  private static final Set<McpToolProvider> ANSWERED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final @Nullable AiServiceContextFactory other;

  public UnknownToolNames() {
    other =
        ServiceLoader.load(AiServiceContextFactory.class).stream()
            .filter(factory -> factory.type() != UnknownToolNames.class)
            .findFirst()
            .map(ServiceLoader.Provider::get)
            .orElse(null);
  }

  /** From now on, the AI services that have this provider answer calls by names of no tool. */
  static McpToolProvider answered(McpToolProvider provider) {
    ANSWERED.add(provider);
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
    } catch (LinkageError e) { // this door is not one that LangChain4j keeps as it is for ever
      log.warn(
          "This version of LangChain4j ends calls of AI services on names of no tool: {}",
          e.toString());
    }
    return context;
  }

  private static final class Context extends AiServiceContext {
    Context(Class<?> aiServiceClass) {
      super(aiServiceClass);
    }
  }

  /** Of one AI service, whose tool providers are known when it is used. */
  private static final class Answers {

    private final ToolService tools;
    private volatile @Nullable HallucinatedToolNames names;

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

    private @Nullable HallucinatedToolNames names() {
      HallucinatedToolNames known = names;
      if (known == null) {
        for (ToolProvider provider : tools.toolProviders()) {
          if (provider instanceof McpToolProvider mcp && ANSWERED.contains(mcp)) {
            known = mcp.hallucinatedToolNames();
            names = known;
            break;
          }
        }
      }
      return known;
    }
  }
}
