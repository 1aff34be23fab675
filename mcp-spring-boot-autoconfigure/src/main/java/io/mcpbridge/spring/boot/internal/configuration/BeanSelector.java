package io.mcpbridge.spring.boot.internal.configuration;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Resolves the bean of a type: in the nearest context that has any, the only one or the preferred
 * one. Uses bean definitions only, so the bean itself can be created later and may depend on beans
 * that have the tools.
 *
 * @param context the context of the bean
 */
public record BeanSelector<T>(BeanFactory context, String name, Class<T> type) {

  /**
   * Resolves the bean; {@code null} if there is none.
   *
   * @throws InvalidMcpConfigurationException if several are ambiguous
   */
  public static <T> @Nullable BeanSelector<T> of(
      Class<T> type, ConfigurableListableBeanFactory beans) {
    for (ConfigurableListableBeanFactory context : contextHierarchy(beans)) {
      String[] names = context.getBeanNamesForType(type, true, false);
      if (names.length > 0) {
        return new BeanSelector<>(context, only(Arrays.asList(names), type, context), type);
      }
    }
    return null;
  }

  private static String only(
      List<String> names, Class<?> type, ConfigurableListableBeanFactory context) {
    List<String> preferred = BeanPrecedence.preferred(names, context);
    if (preferred.size() > 1) {
      throw new InvalidMcpConfigurationException(
          "The bean of the type "
              + type.getSimpleName()
              + " is ambiguous: "
              + preferred.stream().sorted().collect(Collectors.joining("', '", "'", "'"))
              + ".",
          "Keep one of them, or annotate one with @Primary.");
    }
    return preferred.get(0);
  }

  /** A context and its ancestors. */
  public static List<ConfigurableListableBeanFactory> contextHierarchy(
      ConfigurableListableBeanFactory nearest) {
    List<ConfigurableListableBeanFactory> contexts = new ArrayList<>();
    BeanFactory next = nearest;
    while (next instanceof ConfigurableListableBeanFactory context) {
      contexts.add(context);
      next = context.getParentBeanFactory();
    }
    return contexts;
  }

  /** Name of the class whose method creates the bean; empty if no method does. */
  public static String factoryClass(String bean, ConfigurableListableBeanFactory context) {
    Method method =
        context.containsBeanDefinition(bean)
                && context.getMergedBeanDefinition(bean) instanceof RootBeanDefinition definition
            ? definition.getResolvedFactoryMethod()
            : null;
    return method == null ? "" : method.getDeclaringClass().getName();
  }

  /** The bean, created if necessary. */
  public T get() {
    return context.getBean(name, type);
  }
}
