package io.mcpbridge.spring.boot;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/**
 * What the application has to answer servers with: a bean of the type {@link InputHandlers}, or
 * beans of the type {@link InputHandler} and methods with {@link McpInputHandler} for one kind of
 * question each. None of them is made before a server is greeted or asks: it may need a chat client
 * that has the servers' tools.
 */
final class HandlerBeans {

  private final ConfigurableListableBeanFactory beans;
  private final McpClientProperties.Inputs properties;

  HandlerBeans(ConfigurableListableBeanFactory beans, McpClientProperties.Inputs properties) {
    this.beans = beans;
    this.properties = properties;
  }

  /**
   * Those of each server, by its name.
   *
   * @throws InvalidMcpServerException if it cannot be said which of two is meant
   */
  Function<String, InputHandlers> handlers() {
    if (exists(ResolvableType.forClass(InputHandlers.class))) {
      ObjectProvider<InputHandlers> whole = beans.getBeanProvider(InputHandlers.class);
      InputHandlers handlers = InputHandlers.from(() -> whole.getIfUnique(InputHandlers::none));
      return server -> handlers;
    }
    HandlerChoice choice = new HandlerChoice(found());
    return server -> ofSingleBeans(server, choice);
  }

  private List<FoundHandler> found() {
    List<FoundHandler> found = new ArrayList<>(new HandlerMethods(beans).find());
    HandlerMethods.ANSWERS.forEach(
        (question, answer) -> {
          ResolvableType type =
              ResolvableType.forClassWithGenerics(InputHandler.class, question, answer);
          for (String name : beans.getBeanNamesForType(type, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
              found.add(bean(name, question));
            }
          }
        });
    return found;
  }

  private FoundHandler bean(String name, Class<?> question) {
    boolean primary =
        beans.containsBeanDefinition(name) && beans.getMergedBeanDefinition(name).isPrimary();
    return new FoundHandler(
        question,
        FoundHandler.servers(beans.findAnnotationOnBean(name, McpInputHandler.class, false)),
        primary,
        "the bean '" + name + "'",
        (request, context) -> handler(name).handle(request, context));
  }

  @SuppressWarnings("unchecked") // found by the type of its question
  private InputHandler<InputRequest, InputResult> handler(String name) {
    return (InputHandler<InputRequest, InputResult>) beans.getBean(name);
  }

  private InputHandlers ofSingleBeans(String server, HandlerChoice choice) {
    InputHandlers.Builder builder = InputHandlers.builder();
    InputHandler<ElicitFormRequest, ElicitResult> form = choice.of(server, ElicitFormRequest.class);
    InputHandler<ElicitUrlRequest, ElicitResult> url = choice.of(server, ElicitUrlRequest.class);
    InputHandler<CreateMessageRequest, CreateMessageResult> sampling =
        choice.of(server, CreateMessageRequest.class);
    InputHandler<ListRootsRequest, ListRootsResult> roots =
        choice.of(server, ListRootsRequest.class);
    if (form != null) {
      builder.elicitForm(form);
    }
    if (url != null) {
      builder.elicitUrl(url);
    }
    if (sampling != null) {
      builder.createMessage(sampling, abilities());
    }
    if (roots != null) {
      builder.listRoots(roots);
    }
    if (properties.outsideCalls()) {
      builder.alsoOutsideCalls();
    }
    return builder.interceptor(this::intercepted).build();
  }

  private Sampling[] abilities() {
    List<Sampling> abilities = new ArrayList<>();
    if (properties.samplingTools()) {
      abilities.add(Sampling.TOOLS);
    }
    if (properties.samplingContext()) {
      abilities.add(Sampling.CONTEXT);
    }
    return abilities.toArray(Sampling[]::new);
  }

  private InputResult intercepted(
      InputRequest request, InputContext context, InputHandler<InputRequest, InputResult> next) {
    InputHandler<InputRequest, InputResult> way = next;
    List<InputInterceptor> interceptors =
        beans.getBeanProvider(InputInterceptor.class).orderedStream().toList();
    for (int i = interceptors.size() - 1; i >= 0; i--) {
      InputInterceptor interceptor = interceptors.get(i);
      InputHandler<InputRequest, InputResult> rest = way;
      way = (asked, within) -> interceptor.intercept(asked, within, rest);
    }
    return way.handle(request, context);
  }

  /** Without making any bean. */
  private boolean exists(ResolvableType type) {
    return beans.getBeanNamesForType(type, true, false).length > 0;
  }
}
