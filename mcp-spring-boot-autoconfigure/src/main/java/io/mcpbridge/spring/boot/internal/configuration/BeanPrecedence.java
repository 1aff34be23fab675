package io.mcpbridge.spring.boot.internal.configuration;

import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** Precedence among beans of a type, by their definitions. */
public enum BeanPrecedence {
  PRIMARY,
  USUAL,

  /** A fallback bean, or one that is not an autowire candidate by type. */
  RESERVE;

  /** Those of the beans with the highest precedence. */
  public static List<String> preferred(
      List<String> beans, ConfigurableListableBeanFactory context) {
    for (BeanPrecedence precedence : values()) {
      List<String> selected =
          beans.stream().filter(name -> of(name, context) == precedence).toList();
      if (!selected.isEmpty()) {
        return selected;
      }
    }
    return List.of();
  }

  public static BeanPrecedence of(String bean, ConfigurableListableBeanFactory context) {
    if (!context.containsBeanDefinition(bean)) { // registered as an instance
      return USUAL;
    }
    BeanDefinition definition = context.getMergedBeanDefinition(bean);
    if (definition.isPrimary()) {
      return PRIMARY;
    }
    boolean byType =
        definition.isAutowireCandidate()
            && !(definition instanceof AbstractBeanDefinition abstractDefinition
                && !abstractDefinition.isDefaultCandidate());
    return definition.isFallback() || !byType ? RESERVE : USUAL;
  }
}
