package io.mcpbridge.spring.boot.internal.input;

import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import org.jspecify.annotations.Nullable;
import java.util.function.Consumer;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
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
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
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
    List<HandlerBean> found = HandlerBean.in(beans);
    BeanSelector<InputHandlers> whole = BeanSelector.of(InputHandlers.class, beans);
    if (whole != null) {
      warnOfWhatIsBeside(whole, found);
      InputHandlers handlers = InputHandlers.of(whole::get);
      return server -> handlers;
    }
    InputHandlerSelector choice = new InputHandlerSelector(found);
    ofServers = found;
    return server -> ofSingleBeans(server, choice);
  }

  /** Warns of names of servers in annotations, once the servers are known. */
  public void checkServers(Collection<String> servers) {
    ofServers.forEach(
        handler ->
            UnmatchedNames.checkServers(
                "@McpInputHandler of " + handler.description(), handler.servers(), servers));
  }

  private void warnOfWhatIsBeside(BeanSelector<InputHandlers> whole, List<HandlerBean> found) {
    List<String> beside =
        new ArrayList<>(found.stream().map(HandlerBean::description).sorted().toList());
    IneffectiveBeans.names(InputInterceptor.class, beans)
        .forEach(name -> beside.add("the bean '" + name + "'"));
    IneffectiveBeans.warn(List.of(whole.name()), InputHandlers.class, beside);
  }

  private InputHandlers ofSingleBeans(String server, InputHandlerSelector choice) {
    InputHandlers.Builder builder = InputHandlers.builder();
    ifPresent(choice.of(server, ElicitFormRequest.class), builder::elicitForm);
    ifPresent(choice.of(server, ElicitUrlRequest.class), builder::elicitUrl);
    ifPresent(
        choice.of(server, CreateMessageRequest.class),
        (InputHandler<CreateMessageRequest, CreateMessageResult> handler) ->
            builder.createMessage(handler));
    ifPresent(choice.of(server, ListRootsRequest.class), builder::listRoots);
    return builder.interceptor(this::intercepted).build();
  }

  private static <T> void ifPresent(@Nullable T handler, Consumer<T> use) {
    if (handler != null) {
      use.accept(handler);
    }
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
}
