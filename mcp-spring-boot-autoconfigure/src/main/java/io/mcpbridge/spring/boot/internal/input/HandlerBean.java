package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.input.InputHandlerMethods.RequestTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/**
 * A handler for one request type.
 *
 * @param question the request type
 * @param servers the servers it is for; empty for all that have no other
 * @param distance distance of its context from the nearest one; the nearest handler wins
 * @param beanPrecedence precedence within one context
 * @param description description for messages
 * @param handler finds or creates the bean when it is called
 */
record HandlerBean(
    Class<?> question,
    Set<String> servers,
    int distance,
    BeanPrecedence beanPrecedence,
    String description,
    InputHandler<?, ?> handler) {

  static Set<String> servers(@Nullable McpInputHandler annotation) {
    return annotation == null
        ? Set.of()
        : Arrays.stream(annotation.servers()).map(String::strip).collect(Collectors.toSet());
  }

  /**
   * Finds the handlers in a context and its ancestors: beans of type {@link InputHandler} and
   * methods with {@link McpInputHandler}, and else a bean of type {@link McpElicitations}. Creates
   * no bean.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     method has an unsuitable signature
   */
  static List<HandlerBean> find(ConfigurableListableBeanFactory beans) {
    List<HandlerBean> handlers = new ArrayList<>();
    int distance = 0;
    for (ConfigurableListableBeanFactory context : BeanSelector.contextHierarchy(beans)) {
      handlers.addAll(new InputHandlerMethods(context, distance).find());
      if (context.getBeanNamesForType(InputHandler.class, true, false).length > 0) {
        handlers.addAll(beans(context, distance));
      }
      distance++;
    }
    BeanSelector<McpElicitations> elicitations = BeanSelector.of(McpElicitations.class, beans);
    if (elicitations != null) {
      for (Class<?> question : List.of(ElicitFormRequest.class, ElicitUrlRequest.class)) {
        handlers.add(stored(question, elicitations));
      }
    }
    return handlers;
  }

  /** Handles what no other bean does. */
  private static HandlerBean stored(Class<?> question, BeanSelector<McpElicitations> elicitations) {
    InputHandler<InputRequest, ElicitResult> handler =
        (request, inputContext) -> elicitations.get().handle(request, inputContext);
    return new HandlerBean(
        question,
        Set.of(),
        Integer.MAX_VALUE,
        BeanPrecedence.RESERVE,
        "the bean '" + elicitations.name() + "'",
        handler);
  }

  private static List<HandlerBean> beans(ConfigurableListableBeanFactory context, int distance) {
    List<HandlerBean> handlers = new ArrayList<>();
    RequestTypes.RESULTS.forEach(
        (question, answer) -> {
          ResolvableType type =
              ResolvableType.forClassWithGenerics(InputHandler.class, question, answer);
          for (String name : context.getBeanNamesForType(type, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
              handlers.add(bean(name, question, context, distance));
            }
          }
        });
    return handlers;
  }

  private static HandlerBean bean(
      String name, Class<?> question, ConfigurableListableBeanFactory context, int distance) {
    return new HandlerBean(
        question,
        servers(context.findAnnotationOnBean(name, McpInputHandler.class, false)),
        distance,
        BeanPrecedence.of(name, context),
        "the bean '" + name + "'",
        (request, inputContext) -> handler(name, context).handle(request, inputContext));
  }

  @SuppressWarnings("unchecked") // found by its request type
  private static InputHandler<InputRequest, InputResult> handler(String name, BeanFactory context) {
    return (InputHandler<InputRequest, InputResult>) context.getBean(name);
  }
}
