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
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.ResolvableType;

/**
 * What the application has to answer servers with: a bean of the type {@link InputHandlers}, or
 * beans of the type {@link InputHandler} for one kind of question each. None of them is made before
 * a server is greeted or asks: it may need a chat client that has the servers' tools.
 */
final class HandlerBeans {

  private final ListableBeanFactory beans;
  private final McpClientProperties.Inputs properties;

  HandlerBeans(ListableBeanFactory beans, McpClientProperties.Inputs properties) {
    this.beans = beans;
    this.properties = properties;
  }

  InputHandlers handlers() {
    ObjectProvider<InputHandlers> whole = beans.getBeanProvider(InputHandlers.class);
    return exists(ResolvableType.forClass(InputHandlers.class))
        ? InputHandlers.from(() -> whole.getIfUnique(InputHandlers::none))
        : ofSingleBeans();
  }

  private InputHandlers ofSingleBeans() {
    InputHandlers.Builder builder = InputHandlers.builder();
    var form = handler(ElicitFormRequest.class, ElicitResult.class);
    var url = handler(ElicitUrlRequest.class, ElicitResult.class);
    var sampling = handler(CreateMessageRequest.class, CreateMessageResult.class);
    var roots = handler(ListRootsRequest.class, ListRootsResult.class);
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

  /** A handler that asks the bean of that type; {@code null} if there is none. */
  private <Q extends InputRequest, A extends InputResult> @Nullable InputHandler<Q, A> handler(
      Class<Q> question, Class<A> answer) {
    ResolvableType type = ResolvableType.forClassWithGenerics(InputHandler.class, question, answer);
    if (!exists(type)) {
      return null;
    }
    ObjectProvider<InputHandler<Q, A>> bean = beans.getBeanProvider(type);
    return (request, context) -> bean.getObject().handle(request, context);
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
