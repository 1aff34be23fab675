package io.mcpbridge.spring.boot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Says what beans of the application leave without effect, because they take the place of what it
 * is for: once, at the start, and by names only.
 */
final class WithoutEffect {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private WithoutEffect() {}

  /**
   * Says it, if there is something to say.
   *
   * @param type of the beans
   * @param what names of properties or of other beans
   */
  static void warn(List<String> beans, Class<?> type, List<String> what) {
    if (!beans.isEmpty() && !what.isEmpty()) {
      log.warn(
          "Without effect beside the {} {} of the type {}: {}",
          beans.size() == 1 ? "bean" : "beans",
          beans.stream().collect(Collectors.joining("', '", "'", "'")),
          type.getSimpleName(),
          String.join(", ", what));
    }
  }

  /** The same of the beans of the type, unless the one of this name is there, which is ours. */
  static void warnWithout(
      String ours, Class<?> type, ListableBeanFactory beans, List<String> what) {
    List<String> theirs = names(type, beans);
    if (!theirs.contains(ours)) {
      warn(theirs, type, what);
    }
  }

  /** Without making any of them; those of ancestors, too. */
  static List<String> names(Class<?> type, ListableBeanFactory beans) {
    return Arrays.stream(
            BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false))
        .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
        .toList();
  }
}
