package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.ai.ChatModelProvider;
import io.mcpbridge.spring.ai.McpToolCallingManager;
import io.mcpbridge.spring.ai.UnknownToolCallingManager;
import io.mcpbridge.spring.boot.McpSpringAiProperties;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.ReflectionUtils;

/**
 * Wraps the manager of Spring AI's auto-configuration in {@link McpToolCallingManager} and {@link
 * UnknownToolCallingManager}. A manager of the application is not wrapped: it may resolve tools
 * differently, and may be injected by its class.
 */
record ToolCallingManagerPostProcessor(
    ConfigurableListableBeanFactory beans, Environment environment) implements BeanPostProcessor {

  private static final String MAKER =
      "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration";
  private static final String FALLBACK = "spring.ai.tools.resolution.fallback.enabled";
  private static final int FIRST_JDK_WITH_VIRTUAL_THREADS = 21;

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    return bean instanceof ToolCallingManager manager
            && BeanSelector.factoryClass(beanName, beans).equals(MAKER)
        ? wrapped(manager)
        : bean;
  }

  /** Binds the properties itself: it is too early for their bean. */
  private ToolCallingManager wrapped(ToolCallingManager manager) {
    McpSpringAiProperties properties =
        Binder.get(environment).bindOrCreate("mcp.client.spring-ai", McpSpringAiProperties.class);
    ToolCallingManager answering =
        UnknownToolCallingManager.of(
            manager, this::resolve, () -> beans.getBeanProvider(ToolCatalog.class).getIfUnique());
    McpToolCallingManager.Builder builder =
        McpToolCallingManager.builder(answering)
            .chatModelType(new ChatModelType(beans)::ofAll)
            .imagesFor(properties.imagesFor().toArray(ChatModelProvider[]::new))
            .audioFor(properties.audioFor().toArray(ChatModelProvider[]::new));
    if (properties.concurrentToolCalls()) {
      builder.concurrently(executor());
    }
    return builder.build();
  }

  private static Executor executor() {
    SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("mcp-tool-");
    executor.setDaemon(true);
    executor.setVirtualThreads(Runtime.version().feature() >= FIRST_JDK_WITH_VIRTUAL_THREADS);
    return executor;
  }

  /** The tool that the manager runs if the request has none of this name. */
  private @Nullable ToolCallback resolve(String name) {
    if (asksResolver()) {
      for (ToolCallbackResolver resolver : beans.getBeanProvider(ToolCallbackResolver.class)) {
        ToolCallback tool = resolver.resolve(name);
        if (tool != null) {
          return tool;
        }
      }
    }
    return null;
  }

  /** Always before Spring AI 2.0.1; since then only if the application enables it. */
  private boolean asksResolver() {
    return environment.getProperty(FALLBACK, Boolean.class, false)
        || ReflectionUtils.findMethod(
                DefaultToolCallingManager.Builder.class, "resolutionFallbackEnabled", boolean.class)
            == null;
  }
}
