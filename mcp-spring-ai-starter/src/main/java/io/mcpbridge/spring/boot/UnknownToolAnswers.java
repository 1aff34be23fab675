package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.ai.AnsweringToolCallingManager;
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
 * Puts {@link AnsweringToolCallingManager} around the manager that Spring AI's auto-configuration
 * makes. One of the application's own is left alone: it may find tools in ways of its own, and be
 * wanted by its class.
 */
final class UnknownToolAnswers implements BeanPostProcessor {

  private static final String MAKER =
      "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration";
  private static final String FALLBACK = "spring.ai.tools.resolution.fallback.enabled";

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;

  UnknownToolAnswers(ConfigurableListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    return bean instanceof ToolCallingManager manager && isSpringAis(beanName)
        ? AnsweringToolCallingManager.around(
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

  /** Whether the manager runs a tool of this name although the request does not have it. */
  private boolean isResolved(String name) {
    return asksResolver()
        && beans.getBeanProvider(ToolCallbackResolver.class).stream()
            .anyMatch(resolver -> resolver.resolve(name) != null);
  }

  /** Until 2.0.0 always; since then, where the application wants it. */
  private boolean asksResolver() {
    return environment.getProperty(FALLBACK, Boolean.class, false)
        || ReflectionUtils.findMethod(
                DefaultToolCallingManager.Builder.class, "resolutionFallbackEnabled", boolean.class)
            == null;
  }
}
