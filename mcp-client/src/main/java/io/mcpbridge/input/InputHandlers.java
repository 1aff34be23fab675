package io.mcpbridge.input;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.internal.pipeline.CallerMdc;
import io.mcpbridge.internal.pipeline.InputPendingException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.CustomInputRequest;
import io.mcpbridge.model.CustomInputResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's handlers for servers' input requests: elicitation, sampling and roots. A
 * capability without a handler is not declared, and requests for it are rejected. Immutable and
 * thread-safe.
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
  private static final Set<String> SPECIFIED =
      Set.of(
          "ping",
          "elicitation/create",
          "sampling/createMessage",
          "roots/list",
          "tasks/get",
          "tasks/result",
          "tasks/list",
          "tasks/cancel");

  private final Supplier<Configured> ready;

  private InputHandlers(Supplier<Configured> ready) {
    this.ready = ready;
  }

  /** The resolved handlers and capabilities. */
  private record Configured(
      Set<ClientCapability> capabilities,
      Map<String, Map<String, @Nullable Object>> extensions,
      Set<String> customMethods,
      InputHandler<InputRequest, InputResult> entrance,
      boolean allowUnsolicited) {}

  /** No handlers. */
  public static InputHandlers none() {
    return NONE;
  }

  /**
   * Handlers that are created lazily: the supplier runs when the first server is connected, on the
   * thread that connects, and again later if it fails. This allows a handler to depend on the
   * client or catalog that it is given to.
   */
  public static InputHandlers of(Supplier<InputHandlers> handlers) {
    AtomicReference<@Nullable Configured> resolved = new AtomicReference<>();
    return new InputHandlers(
        () -> {
          Configured ready = resolved.get();
          if (ready == null) {
            ready = resolve(handlers);
            resolved.set(ready);
          }
          return ready;
        });
  }

  private static Configured resolve(Supplier<InputHandlers> handlers) {
    try {
      return handlers.get().ready.get();
    } catch (RuntimeException e) {
      throw new McpException(
          "this application has no input handlers, because creating them failed", e);
    }
  }

  /** Creates a builder without handlers. */
  public static Builder builder() {
    return new Builder();
  }

  /** These handlers with another interceptor around them, outside of those that they have. */
  public InputHandlers with(InputInterceptor interceptor) {
    return new InputHandlers(
        () -> {
          Configured configured = ready.get();
          return new Configured(
              configured.capabilities,
              configured.extensions,
              configured.customMethods,
              (request, context) -> interceptor.intercept(request, context, configured.entrance),
              configured.allowUnsolicited);
        });
  }

  /** The client capabilities that the handlers implement. */
  public Set<ClientCapability> capabilities() {
    return ready.get().capabilities;
  }

  /** The settings of the declared extensions, by their identifiers. */
  public Map<String, Map<String, @Nullable Object>> extensions() {
    return ready.get().extensions;
  }

  /** The methods beyond the specification that have a handler. */
  public Set<String> customMethods() {
    return ready.get().customMethods;
  }

  /** Whether requests are allowed without a call in flight; roots always are. */
  public boolean allowsUnsolicited() {
    return ready.get().allowUnsolicited;
  }

  /**
   * Passes a request to its handler; blocks until the handler returns. If the handler refuses a
   * form or a URL, the result is {@code decline}, and the refusal is logged. A URL is declined
   * without asking if it is not an absolute {@code http} or {@code https} URL with a host, or
   * contains invisible characters.
   *
   * @throws McpInputRefusedException if there is no handler, or the handler fails, refuses, or
   *     returns a result that does not fit the request
   */
  public InputResult answer(InputRequest request, InputContext context) {
    Configured handlers = ready.get();
    if (!handlers.capabilities.containsAll(request.requires())) {
      throw new McpInputRefusedException("this application does not handle " + request.method());
    }
    try (CallerMdc mdc = CallerMdc.of(context.caller())) {
      InputResultValidator check = InputResultValidator.of(request);
      return check.checked(handlers.entrance.handle(request, context));
    } catch (InputPendingException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      McpInputRefusedException refused = refused(request, e);
      if (request instanceof ElicitFormRequest || request instanceof ElicitUrlRequest) {
        log.warn(
            "Server \"{}\": declining {}: {}",
            context.server(),
            request.method(),
            refused.getMessage(),
            refused.getCause()); // of a failed handler only
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

  /** Optional abilities of a sampling handler. */
  public enum Sampling {
    /** Passes the request's tools on to the model. */
    TOOLS,
    /** Adds the context that {@code includeContext} requests. */
    CONTEXT
  }

  /** Collects handlers, at most one per kind of request. Not thread-safe. */
  public static final class Builder {

    private final Map<Object, InputHandler<?, ?>> handlers = new HashMap<>();
    private final Map<String, Map<String, @Nullable Object>> extensions = new LinkedHashMap<>();
    private final Set<String> customMethods = new HashSet<>();
    private final Set<ClientCapability> capabilities = EnumSet.noneOf(ClientCapability.class);
    private final List<InputInterceptor> interceptors = new ArrayList<>();
    private boolean allowUnsolicited;

    private Builder() {}

    /** Asks the user to fill in a form. Missing fields get the form's defaults. */
    public Builder elicitForm(InputHandler<ElicitFormRequest, ElicitResult> handler) {
      return handle(ElicitFormRequest.class, handler, ClientCapability.ELICITATION_FORM);
    }

    /**
     * Asks the user to visit an {@code http} or {@code https} URL. Accepting means that the user
     * consents, or that the visit is over.
     */
    public Builder elicitUrl(InputHandler<ElicitUrlRequest, ElicitResult> handler) {
      return handle(ElicitUrlRequest.class, handler, ClientCapability.ELICITATION_URL);
    }

    /** Samples from a language model. */
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
     * Lists the roots of the file system that a server may use. After a change, call {@link
     * io.mcpbridge.client.McpClient#rootsChanged()}; the client of a catalog's server is {@code
     * catalog.client("files")}.
     */
    public Builder listRoots(InputHandler<ListRootsRequest, ListRootsResult> handler) {
      return handle(ListRootsRequest.class, handler, ClientCapability.ROOTS);
    }

    /**
     * Handles a request that no specification defines, such as one of an {@link #extension}: up to
     * 2025-11-25 a request of the server, also outside of calls if {@link #allowUnsolicited() that
     * is allowed}; from 2026-07-28 on part of the result of a call. A server's own notifications go
     * to {@link io.mcpbridge.client.call.McpClientListener#notification}.
     *
     * @throws IllegalArgumentException if the specification defines the method for servers
     */
    public Builder customRequest(
        String method, InputHandler<CustomInputRequest, CustomInputResult> handler) {
      if (SPECIFIED.contains(method) || method.isBlank() || method.startsWith("notifications/")) {
        throw new IllegalArgumentException("not the method of a custom request: \"" + method + '"');
      }
      handlers.put(method, handler);
      customMethods.add(method);
      return this;
    }

    /**
     * Declares an extension in {@code capabilities.extensions}, with each request from 2026-07-28
     * on and in {@code initialize} before.
     *
     * @param id its identifier, such as {@code com.example/forms}
     * @param settings plain Java values; empty if the extension has none
     * @throws io.mcpbridge.json.JsonException if they cannot be written as JSON
     */
    public Builder extension(String id, Map<String, ? extends @Nullable Object> settings) {
      Json.writeBytes(settings);
      extensions.put(id, Collections.unmodifiableMap(new LinkedHashMap<>(settings)));
      return this;
    }

    /**
     * Allows a server up to 2025-11-25 to send requests without a call in flight. Rejected by
     * default, since such requests belong to a call (SEP-2260). Roots are always available.
     */
    public Builder allowUnsolicited() {
      allowUnsolicited = true;
      return this;
    }

    /** Adds an interceptor around all handlers, inside those added before. */
    public Builder interceptor(InputInterceptor interceptor) {
      interceptors.add(interceptor);
      return this;
    }

    private Builder handle(Class<?> kind, InputHandler<?, ?> handler, ClientCapability capability) {
      handlers.put(kind, handler);
      capabilities.add(capability);
      return this;
    }

    /** Builds the handlers. */
    public InputHandlers build() {
      InputHandler<InputRequest, InputResult> handler = new HandlerDispatch(handlers);
      for (int i = interceptors.size() - 1; i >= 0; i--) {
        InputInterceptor interceptor = interceptors.get(i);
        InputHandler<InputRequest, InputResult> next = handler;
        handler = (request, context) -> interceptor.intercept(request, context, next);
      }
      Configured ready =
          new Configured(
              Set.copyOf(capabilities),
              Map.copyOf(extensions),
              Set.copyOf(customMethods),
              handler,
              allowUnsolicited);
      return new InputHandlers(() -> ready);
    }
  }

  /** The end of the interceptor chain: dispatches to the handler of the request's type. */
  private static final class HandlerDispatch implements InputHandler<InputRequest, InputResult> {

    private final Map<Object, InputHandler<?, ?>> handlers;

    /**
     * @param handlers by the class of the request; those of custom requests by the method
     */
    HandlerDispatch(Map<Object, InputHandler<?, ?>> handlers) {
      this.handlers = Map.copyOf(handlers);
    }

    @Override
    @SuppressWarnings("unchecked")
    public InputResult handle(InputRequest request, InputContext context) {
      InputHandler<InputRequest, InputResult> handler =
          (InputHandler<InputRequest, InputResult>)
              handlers.get(
                  request instanceof CustomInputRequest ? request.method() : request.getClass());
      if (handler == null) {
        throw new McpInputRefusedException(
            "this application has no handler for " + request.method());
      }
      return handler.handle(request, context);
    }
  }
}
