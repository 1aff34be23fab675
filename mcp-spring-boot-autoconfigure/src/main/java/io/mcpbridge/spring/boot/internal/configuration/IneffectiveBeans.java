package io.mcpbridge.spring.boot.internal.configuration;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Warns at startup of properties and beans that have no effect because a bean of the application
 * replaces what they configure. Logs names only.
 */
public final class IneffectiveBeans {

  private static final Logger log = LoggerFactory.getLogger(IneffectiveBeans.class);

  private IneffectiveBeans() {}

  /**
   * Logs the warning, unless a list is empty.
   *
   * @param type type of the beans
   * @param ineffective names of properties or of other beans
   */
  public static void warn(List<String> beans, Class<?> type, List<String> ineffective) {
    if (!beans.isEmpty() && !ineffective.isEmpty()) {
      log.warn(
          "Overridden by the {} {} of the type {}: {}",
          beans.size() == 1 ? "bean" : "beans",
          beans.stream().collect(Collectors.joining("', '", "'", "'")),
          type.getSimpleName(),
          String.join(", ", ineffective));
    }
  }

  /** Logs the warning for beans of the type, unless the starter's own bean of this name exists. */
  public static void warnWithout(
      String starterBean, Class<?> type, ListableBeanFactory beans, List<String> ineffective) {
    List<String> beanNames = names(type, beans);
    if (!beanNames.contains(starterBean)) {
      warn(beanNames, type, ineffective);
    }
  }

  /** Bean names of a type, including ancestors, without creating a bean. */
  public static List<String> names(Class<?> type, ListableBeanFactory beans) {
    return Arrays.stream(
            BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false))
        .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
        .toList();
  }
}
