package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The class of the application's model: of the only bean, or of the preferred one. Determined from
 * the bean definition, since the model itself is created later.
 */
record ChatModelType(ConfigurableListableBeanFactory beans)
    implements Supplier<@Nullable Class<?>> {

  /** The class; {@code null} if there is no model, or several are ambiguous. */
  @Override
  public @Nullable Class<?> get() {
    for (ConfigurableListableBeanFactory context : BeanSelector.contextHierarchy(beans)) {
      String[] names = context.getBeanNamesForType(ChatModel.class, true, false);
      if (names.length > 0) {
        return only(Arrays.asList(names), context);
      }
    }
    return null;
  }

  /**
   * The class that all models have, whichever a request uses; {@code null} if there is none, or
   * they differ.
   */
  @Nullable Class<?> ofAll() {
    Set<@Nullable Class<?>> types = new HashSet<>();
    for (ConfigurableListableBeanFactory context : BeanSelector.contextHierarchy(beans)) {
      for (String name : context.getBeanNamesForType(ChatModel.class, true, false)) {
        types.add(context.getType(name, false));
      }
    }
    return types.size() == 1 ? types.iterator().next() : null;
  }

  private static @Nullable Class<?> only(
      List<String> names, ConfigurableListableBeanFactory context) {
    List<? extends @Nullable Class<?>> types =
        BeanPrecedence.preferred(names, context).stream()
            .map(name -> context.getType(name, false))
            .distinct()
            .toList();
    return types.size() == 1 ? types.get(0) : null;
  }
}
