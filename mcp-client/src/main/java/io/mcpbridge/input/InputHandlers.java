package io.mcpbridge.input;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.model.ClientCapability;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that an application is willing to do for a server. What has no handler is not declared
 * to servers and refused when asked for all the same. Immutable, thread-safe.
 *
 * <pre>{@code
 * InputHandlers.builder()
 *     .elicitForm((form, context) -> ask(context.server(), form))
 *     .listRoots((request, context) -> new ListRootsResult(List.of(Root.of(Path.of("docs")))))
 *     .build();
 * }</pre>
 */
public final class InputHandlers {

  private static final Logger log = LoggerFactory.getLogger(InputHandlers.class);
  private static final InputHandlers NONE = builder().build();

  private final Supplier<Ready> ready;

  private InputHandlers(Supplier<Ready> ready) {
    this.ready = ready;
  }

  /** What there is to answer with. */
  private record Ready(
      Set<ClientCapability> capabilities,
      InputHandler<InputRequest, InputResult> entrance,
      boolean outsideCalls) {}

  /** Nothing is done for servers. */
  public static InputHandlers none() {
    return NONE;
  }

  /**
   * Handlers that may not exist yet: they are asked for when the first server is greeted, on
   * whichever thread greets it, and again later if that fails. So what a handler is made of may
   * need the very client or catalogue that it is given to.
   */
  public static InputHandlers from(Supplier<InputHandlers> later) {
    AtomicReference<@Nullable Ready> known = new AtomicReference<>();
    return new InputHandlers(
        () -> {
          Ready ready = known.get();
          if (ready == null) {
            ready = first(later);
            known.set(ready);
          }
          return ready;
        });
  }

  private static Ready first(Supplier<InputHandlers> later) {
    try {
      return later.get().ready.get();
    } catch (RuntimeException e) {
      throw new McpException(
          "this application has no input handlers, because making them failed", e);
    }
  }

  /** Starts with nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** What the handlers together are able to do. */
  public Set<ClientCapability> capabilities() {
    return ready.get().capabilities;
  }

  /** Whether a person or a model may be asked while no call of ours is under way. */
  public boolean answersOutsideCalls() {
    return ready.get().outsideCalls;
  }

  /**
   * Asks the handler. Blocks as long as it does. A form or a URL that is refused is declined, which
   * is said in the log; there is an answer for that. A URL that is not an absolute {@code http} or
   * {@code https} URL with a host, or holds characters that cannot be seen, is declined without
   * asking.
   *
   * @throws McpInputRefusedException if there is no handler, if it fails or refuses, or if its
   *     answer is not what was asked for
   */
  public InputResult answer(InputRequest request, InputContext context) {
    Ready handlers = ready.get();
    if (!handlers.capabilities.containsAll(request.requires())) {
      throw new McpInputRefusedException("this application does not handle " + request.method());
    }
    try {
      AnswerCheck check = AnswerCheck.of(request);
      return check.checked(handlers.entrance.handle(request, context));
    } catch (RuntimeException | Error e) {
      McpInputRefusedException refused = refused(request, e);
      if (request instanceof ElicitFormRequest || request instanceof ElicitUrlRequest) {
        log.warn("Server \"{}\": {} is declined", context.server(), request.method(), refused);
        return ElicitResult.decline();
      }
      throw refused;
    }
  }

  private static McpInputRefusedException refused(InputRequest request, Throwable e) {
    return e instanceof McpInputRefusedException refused
        ? refused
        : new McpInputRefusedException(
            "this application's handler for " + request.method() + " failed", e);
  }

  /** What a sampling handler can do besides asking a model for text. */
  public enum Sampling {
    /** It passes the request's tools on to the model. */
    TOOLS,
    /** It adds the context that {@code includeContext} asks for. */
    CONTEXT
  }

  /** Collects handlers; at most one of a kind. Not thread-safe. */
  public static final class Builder {

    private final Map<Class<?>, InputHandler<?, ?>> handlers = new HashMap<>();
    private final Set<ClientCapability> capabilities = EnumSet.noneOf(ClientCapability.class);
    private final List<InputInterceptor> interceptors = new ArrayList<>();
    private boolean outsideCalls;

    private Builder() {}

    /** Asks the user to fill in a form. Fields it leaves out get the form's defaults. */
    public Builder elicitForm(InputHandler<ElicitFormRequest, ElicitResult> handler) {
      return handle(ElicitFormRequest.class, handler, ClientCapability.ELICITATION_FORM);
    }

    /**
     * Asks the user to visit a URL, which is {@code http} or {@code https} with a host; accepting
     * means consent, or that the visit is over.
     */
    public Builder elicitUrl(InputHandler<ElicitUrlRequest, ElicitResult> handler) {
      return handle(ElicitUrlRequest.class, handler, ClientCapability.ELICITATION_URL);
    }

    /** Asks a language model. */
    public Builder createMessage(
        InputHandler<CreateMessageRequest, CreateMessageResult> handler, Sampling... abilities) {
      for (Sampling ability : abilities) {
        capabilities.add(
            switch (ability) {
              case TOOLS -> ClientCapability.SAMPLING_TOOLS;
              case CONTEXT -> ClientCapability.SAMPLING_CONTEXT;
            });
      }
      return handle(CreateMessageRequest.class, handler, ClientCapability.SAMPLING);
    }

    /**
     * Names the folders that a server may work in. When they change, {@link
     * io.mcpbridge.client.McpClient#rootsChanged()} announces it; the client of a catalog's server
     * is {@code catalog.client("files")}.
     */
    public Builder listRoots(InputHandler<ListRootsRequest, ListRootsResult> handler) {
      return handle(ListRootsRequest.class, handler, ClientCapability.ROOTS);
    }

    /**
     * Lets a server up to 2025-11-25 ask a person or a model although no call of ours is under way.
     * By default it is refused then: what a server needs, it needs for a call (SEP-2260). Roots are
     * told at any time.
     */
    public Builder alsoOutsideCalls() {
      outsideCalls = true;
      return this;
    }

    /** Puts something in the way of all handlers, behind those added before. */
    public Builder interceptor(InputInterceptor interceptor) {
      interceptors.add(interceptor);
      return this;
    }

    private Builder handle(Class<?> kind, InputHandler<?, ?> handler, ClientCapability capability) {
      handlers.put(kind, handler);
      capabilities.add(capability);
      return this;
    }

    /** The handlers. */
    public InputHandlers build() {
      InputHandler<InputRequest, InputResult> way = new HandlerByKind(handlers);
      for (int i = interceptors.size() - 1; i >= 0; i--) {
        InputInterceptor interceptor = interceptors.get(i);
        InputHandler<InputRequest, InputResult> next = way;
        way = (request, context) -> interceptor.intercept(request, context, next);
      }
      Ready ready = new Ready(Set.copyOf(capabilities), way, outsideCalls);
      return new InputHandlers(() -> ready);
    }
  }
}
