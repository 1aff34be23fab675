package io.mcpbridge.spring.boot;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** Which of several beans of a type goes before the others, by how they were declared. */
enum Precedence {
  PRIMARY,
  USUAL,

  /** A fallback, or one that is not injected by its type alone. */
  RESERVE;

  static Precedence of(String bean, ConfigurableListableBeanFactory context) {
    if (!context.containsBeanDefinition(bean)) { // it was registered as it is
      return USUAL;
    }
    BeanDefinition definition = context.getMergedBeanDefinition(bean);
    if (definition.isPrimary()) {
      return PRIMARY;
    }
    boolean byType =
        definition.isAutowireCandidate()
            && !(definition instanceof AbstractBeanDefinition one && !one.isDefaultCandidate());
    return definition.isFallback() || !byType ? RESERVE : USUAL;
  }
}
