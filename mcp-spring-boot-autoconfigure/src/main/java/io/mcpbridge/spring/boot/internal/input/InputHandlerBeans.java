package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's handlers for requests of servers: a bean of type {@link InputHandlers}, or
 * beans of type {@link InputHandler} and methods with {@link
 * io.mcpbridge.spring.boot.McpInputHandler} for one request type each. No bean is created before a
 * server is initialized or sends a request, since it may need a chat client that has the servers'
 * tools.
 */
public final class InputHandlerBeans {

  private final ConfigurableListableBeanFactory beans;
  private volatile List<HandlerBean> ofServers = List.of();

  public InputHandlerBeans(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /**
   * The handlers of each server, by its name.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if two
   *     handlers are ambiguous
   */
  public Function<String, InputHandlers> handlers() {
    List<HandlerBean> handlerBeans = HandlerBean.find(beans);
    BeanSelector<InputHandlers> inputHandlers = BeanSelector.of(InputHandlers.class, beans);
    if (inputHandlers != null) {
      warnOfIneffective(inputHandlers, handlerBeans);
      InputHandlers handlers = InputHandlers.of(inputHandlers::get);
      return server -> handlers;
    }
    InputHandlerSelector selector = new InputHandlerSelector(handlerBeans);
    ofServers = handlerBeans;
    return server -> ofSingleBeans(server, selector);
  }

  /** Warns of names of servers in annotations, once the servers are known. */
  public void checkServers(Collection<String> servers) {
    ofServers.forEach(
        handler ->
            UnmatchedNames.checkServers(
                "@McpInputHandler of " + handler.description(), handler.servers(), servers));
  }

  private void warnOfIneffective(
      BeanSelector<InputHandlers> inputHandlers, List<HandlerBean> handlerBeans) {
    List<String> ineffective =
        new ArrayList<>(handlerBeans.stream().map(HandlerBean::description).sorted().toList());
    IneffectiveBeans.names(InputInterceptor.class, beans)
        .forEach(name -> ineffective.add("the bean '" + name + "'"));
    IneffectiveBeans.warn(List.of(inputHandlers.name()), InputHandlers.class, ineffective);
  }

  private InputHandlers ofSingleBeans(String server, InputHandlerSelector selector) {
    InputHandlers.Builder builder = InputHandlers.builder();
    ifPresent(selector.of(server, ElicitFormRequest.class), builder::elicitForm);
    ifPresent(selector.of(server, ElicitUrlRequest.class), builder::elicitUrl);
    ifPresent(
        selector.of(server, CreateMessageRequest.class),
        (InputHandler<CreateMessageRequest, CreateMessageResult> handler) ->
            builder.createMessage(handler));
    ifPresent(selector.of(server, ListRootsRequest.class), builder::listRoots);
    return builder.interceptor(this::intercepted).build();
  }

  private static <T> void ifPresent(@Nullable T handler, Consumer<T> use) {
    if (handler != null) {
      use.accept(handler);
    }
  }

  private InputResult intercepted(
      InputRequest request, InputContext context, InputHandler<InputRequest, InputResult> next) {
    InputHandler<InputRequest, InputResult> chain = next;
    List<InputInterceptor> interceptors =
        beans.getBeanProvider(InputInterceptor.class).orderedStream().toList();
    for (int i = interceptors.size() - 1; i >= 0; i--) {
      InputInterceptor interceptor = interceptors.get(i);
      InputHandler<InputRequest, InputResult> remainder = chain;
      chain =
          (nextRequest, nextContext) -> interceptor.intercept(nextRequest, nextContext, remainder);
    }
    return chain.handle(request, context);
  }
}
