package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.ai.UnknownToolCallingManager;
import java.lang.reflect.Method;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.util.ReflectionUtils;

/**
 * Wraps the manager of Spring AI's auto-configuration in {@link UnknownToolCallingManager}. A
 * manager of the application is not wrapped: it may resolve tools differently, and may be injected
 * by its class.
 */
final class UnknownToolPostProcessor implements BeanPostProcessor {

  private static final String MAKER =
      "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration";
  private static final String FALLBACK = "spring.ai.tools.resolution.fallback.enabled";

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;

  UnknownToolPostProcessor(ConfigurableListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    return bean instanceof ToolCallingManager manager && isSpringAis(beanName)
        ? UnknownToolCallingManager.around(
            manager, this::isResolved, () -> beans.getBeanProvider(ToolCatalog.class).getIfUnique())
        : bean;
  }

  private boolean isSpringAis(String beanName) {
    if (!beans.containsBeanDefinition(beanName)) {
      return false;
    }
    BeanDefinition definition = beans.getMergedBeanDefinition(beanName);
    Method made =
        definition instanceof RootBeanDefinition root ? root.getResolvedFactoryMethod() : null;
    return made != null && made.getDeclaringClass().getName().equals(MAKER);
  }

  /** Whether the manager can resolve a tool of this name that is not in the request. */
  private boolean isResolved(String name) {
    return asksResolver()
        && beans.getBeanProvider(ToolCallbackResolver.class).stream()
            .anyMatch(resolver -> resolver.resolve(name) != null);
  }

  /** Always before Spring AI 2.0.0; since then only if the application enables it. */
  private boolean asksResolver() {
    return environment.getProperty(FALLBACK, Boolean.class, false)
        || ReflectionUtils.findMethod(
                DefaultToolCallingManager.Builder.class, "resolutionFallbackEnabled", boolean.class)
            == null;
  }
}
