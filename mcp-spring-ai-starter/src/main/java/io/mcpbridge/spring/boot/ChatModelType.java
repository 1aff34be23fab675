package io.mcpbridge.spring.boot;

import java.util.Arrays;
import java.util.List;
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
    for (ConfigurableListableBeanFactory context : BeanSelector.upFrom(beans)) {
      String[] names = context.getBeanNamesForType(ChatModel.class, true, false);
      if (names.length > 0) {
        return only(Arrays.asList(names), context);
      }
    }
    return null;
  }

  private static @Nullable Class<?> only(
      List<String> names, ConfigurableListableBeanFactory context) {
    for (BeanPrecedence beanPrecedence : BeanPrecedence.values()) {
      List<? extends @Nullable Class<?>> types =
          names.stream()
              .filter(name -> BeanPrecedence.of(name, context) == beanPrecedence)
              .map(name -> context.getType(name, false))
              .distinct()
              .toList();
      if (!types.isEmpty()) {
        return types.size() == 1 ? types.get(0) : null;
      }
    }
    return null;
  }
}
