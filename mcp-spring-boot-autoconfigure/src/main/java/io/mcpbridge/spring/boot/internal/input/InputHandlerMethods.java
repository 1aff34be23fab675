package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the methods with {@link McpInputHandler} in the beans of one context, by their types.
 *
 * @param distance distance of the context from the nearest one
 */
record InputHandlerMethods(ConfigurableListableBeanFactory beans, int distance) {

  /** The types of requests; an application without handlers does not load them. */
  static final class RequestTypes {

    /** Result types by request type. */
    static final Map<Class<? extends InputRequest>, Class<? extends InputResult>> RESULTS =
        Map.of(
            ElicitFormRequest.class, ElicitResult.class,
            ElicitUrlRequest.class, ElicitResult.class,
            CreateMessageRequest.class, CreateMessageResult.class,
            ListRootsRequest.class, ListRootsResult.class);
  }

  /**
   * Finds all of them without creating a bean.
   *
   * @throws InvalidMcpConfigurationException if a method has an unsuitable signature
   */
  List<HandlerBean> find() {
    List<HandlerBean> handlers = new ArrayList<>();
    for (String bean : beans.getBeanDefinitionNames()) {
      boolean isTarget = ScopedProxyUtils.isScopedTarget(bean); // its proxy is a bean, too
      if (!isTarget && !isOfAutoConfiguration(bean)) {
        methods(bean)
            .forEach((method, annotation) -> handlers.add(handler(bean, method, annotation)));
      }
    }
    return handlers;
  }

  /**
   * Beans that Spring Boot, Spring AI and this library create are most of those of an application.
   * They have no handlers, and looking through their methods loads many classes at startup.
   */
  private boolean isOfAutoConfiguration(String bean) {
    String creator = beans.getBeanDefinition(bean).getFactoryBeanName();
    return creator != null
        && (creator.startsWith("org.springframework.")
            || (creator.startsWith("io.mcpbridge.") && creator.contains("AutoConfiguration")));
  }

  /**
   * Ignores a bean whose type cannot be loaded, or one of whose methods has such a type, which
   * Spring reports as an {@code IllegalStateException}; creating the bean reports the error.
   */
  private Map<Method, McpInputHandler> methods(String bean) {
    try {
      Class<?> type = beans.getType(bean, false);
      return type != null && mayHaveHandlers(ClassUtils.getUserClass(type))
          ? methods(ClassUtils.getUserClass(type))
          : Map.of();
    } catch (BeansException | LinkageError | IllegalStateException e) {
      return Map.of();
    }
  }

  private static boolean mayHaveHandlers(Class<?> type) {
    return !type.getName().startsWith("org.springframework.")
        && AnnotationUtils.isCandidateClass(type, McpInputHandler.class);
  }

  /** Excludes {@code @Bean} methods, where the annotation names the servers of the bean. */
  private static Map<Method, McpInputHandler> methods(Class<?> type) {
    return MethodIntrospector.selectMethods(
        type,
        (Method method) ->
            InputHandler.class.isAssignableFrom(method.getReturnType())
                ? null
                : AnnotatedElementUtils.findMergedAnnotation(method, McpInputHandler.class));
  }

  private HandlerBean handler(String bean, Method method, McpInputHandler annotation) {
    String description = ClassUtils.getQualifiedMethodName(method);
    List<Class<?>> parameters = Arrays.asList(method.getParameterTypes());
    List<Class<?>> questions =
        parameters.stream().filter(RequestTypes.RESULTS::containsKey).toList();
    boolean fits =
        questions.size() == 1
            && parameters.stream()
                .allMatch(type -> RequestTypes.RESULTS.containsKey(type) || isContext(type))
            && answers(questions.get(0), method.getReturnType());
    if (!fits) {
      throw new InvalidMcpConfigurationException(
          "The method " + description + " has @McpInputHandler but cannot answer a server.",
          "Give it one of these parameters and the corresponding result, optionally with an"
              + " InputContext or CallerContext: "
              + RequestTypes.RESULTS.entrySet().stream()
                  .map(it -> it.getKey().getSimpleName() + " -> " + it.getValue().getSimpleName())
                  .sorted()
                  .toList()
              + ".");
    }
    return new HandlerBean(
        questions.get(0),
        HandlerBean.servers(annotation),
        distance,
        BeanPrecedence.USUAL,
        description,
        (request, context) -> answer(beans.getBean(bean), method, parameters, request, context));
  }

  private static boolean isContext(Class<?> type) {
    return type == InputContext.class || type == CallerContext.class;
  }

  private static Object argument(Class<?> type, InputRequest request, InputContext context) {
    if (type == InputContext.class) {
      return context;
    }
    return type == CallerContext.class ? context.caller() : request;
  }

  private static boolean answers(Class<?> question, Class<?> result) {
    Class<?> answer = RequestTypes.RESULTS.get(question);
    return answer != null && answer.isAssignableFrom(result);
  }

  private static InputResult answer(
      Object bean,
      Method method,
      List<Class<?>> parameters,
      InputRequest request,
      InputContext context) {
    Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(invocable);
    Object[] arguments =
        parameters.stream().map(type -> argument(type, request, context)).toArray();
    try {
      return (InputResult) invocable.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      ReflectionUtils.rethrowRuntimeException(e.getTargetException());
      throw new AssertionError("it was rethrown", e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("it was made accessible: " + method, e);
    }
  }
}
