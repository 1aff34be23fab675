package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/**
 * Finds the handlers for single request types in a context and its ancestors: beans of type {@link
 * InputHandler} and methods with {@link McpInputHandler}. Creates no bean.
 */
final class InputHandlerLookup {

  private final List<HandlerBean> found = new ArrayList<>();

  private InputHandlerLookup() {}

  /**
   * Finds all of them.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     method has an unsuitable signature
   */
  static List<HandlerBean> in(ConfigurableListableBeanFactory beans) {
    InputHandlerLookup search = new InputHandlerLookup();
    List<ConfigurableListableBeanFactory> contexts = BeanSelector.upFrom(beans);
    for (int distance = 0; distance < contexts.size(); distance++) {
      search.search(contexts.get(distance), distance);
    }
    return search.found;
  }

  private void search(ConfigurableListableBeanFactory context, int distance) {
    found.addAll(new InputHandlerMethods(context, distance).find());
    InputHandlerMethods.ANSWERS.forEach(
        (question, answer) -> {
          ResolvableType type =
              ResolvableType.forClassWithGenerics(InputHandler.class, question, answer);
          for (String name : context.getBeanNamesForType(type, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
              found.add(bean(name, question, context, distance));
            }
          }
        });
  }

  private static HandlerBean bean(
      String name, Class<?> question, ConfigurableListableBeanFactory context, int distance) {
    return new HandlerBean(
        question,
        HandlerBean.servers(context.findAnnotationOnBean(name, McpInputHandler.class, false)),
        distance,
        BeanPrecedence.of(name, context),
        "the bean '" + name + "'",
        (request, asked) -> handler(name, context).handle(request, asked));
  }

  @SuppressWarnings("unchecked") // found by its request type
  private static InputHandler<InputRequest, InputResult> handler(String name, BeanFactory context) {
    return (InputHandler<InputRequest, InputResult>) context.getBean(name);
  }
}
