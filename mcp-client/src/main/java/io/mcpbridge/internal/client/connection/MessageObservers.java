package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.client.call.WireMessage.Observed;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Outbound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the wire interceptors about the messages that belong to no call. */
public final class MessageObservers {

  private static final Logger log = LoggerFactory.getLogger(MessageObservers.class);

  private final String server;
  private final String address;
  private final Supplier<List<Interceptor>> interceptors;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param server the configured name of the server
   * @param address the server's address without secrets
   * @param interceptors the wire interceptors, which may change
   */
  public MessageObservers(String server, String address, Supplier<List<Interceptor>> interceptors) {
    this.server = server;
    this.address = address;
    this.interceptors = interceptors;
  }

  String server() {
    return server;
  }

  String address() {
    return address;
  }

  /** Begins to observe a message. A failing observer must not fail the message. */
  Observed begin(WireMessage message) {
    List<Observed> all = new ArrayList<>();
    for (Interceptor interceptor : interceptors.get()) {
      try {
        Observed observed = interceptor.observe(message);
        if (observed != Observed.NONE) {
          all.add(observed);
        }
      } catch (RuntimeException e) {
        notObserved(message, e);
      }
    }
    return all.isEmpty() ? Observed.NONE : new Several(message, all);
  }

  /** Handles input that a server requires in a result; an exception is the failure. */
  public <T> T handling(String method, Connection connection, Supplier<T> work) {
    return handling(
        new ReceivedRequest(this, connection, method, null, JsonObject.empty()),
        work,
        result -> null);
  }

  /** Handles a server's request; an error response is the failure. */
  @Nullable Outbound handling(
      JsonRpcRequest request, Connection connection, Supplier<@Nullable Outbound> work) {
    JsonObject params = request.params() == null ? JsonObject.empty() : request.params();
    return handling(
        new ReceivedRequest(
            this, connection, request.method(), request.id().value().toString(), params),
        work,
        answer ->
            answer != null && answer.message() instanceof JsonRpcResponse response
                ? ObservedExchange.failure(response.error())
                : null);
  }

  private <T extends @Nullable Object> T handling(
      WireMessage message, Supplier<T> work, Function<T, @Nullable Throwable> failure) {
    Observed observed = begin(message);
    try {
      T handled = observed.handling(work);
      observed.ended(failure.apply(handled));
      return handled;
    } catch (RuntimeException | Error e) {
      observed.ended(e);
      throw e;
    }
  }

  /** Warns once, since an observer that fails may fail for every message. */
  private void notObserved(WireMessage message, RuntimeException e) {
    String text = "Server \"{}\": {} could not be observed";
    if (warned.compareAndSet(false, true)) {
      log.warn(text, server, message.method(), e);
    } else {
      log.debug(text, server, message.method(), e);
    }
  }

  /** Work that an observer is to run: its outcome counts, whatever the observer does. */
  private static final class Once<T extends @Nullable Object> implements Supplier<T> {

    private final Supplier<T> work;
    private @Nullable Supplier<T> outcome;
    private @Nullable RuntimeException failure;

    Once(Supplier<T> work) {
      this.work = work;
    }

    /** Runs the work the first time; later it returns or throws the same again. */
    @Override
    public T get() {
      if (outcome == null) {
        outcome = run();
      }
      return outcome.get();
    }

    private Supplier<T> run() {
      try {
        T value = work.get();
        return () -> value;
      } catch (RuntimeException e) {
        failure = e;
        return () -> {
          throw e;
        };
      } catch (Error e) {
        return () -> {
          throw e;
        };
      }
    }

    boolean failedWith(RuntimeException e) {
      return failure == e;
    }
  }

  /** Notifies all observers; only the first end counts. */
  private final class Several implements Observed {

    private final WireMessage message;
    private final List<Observed> all;
    private final AtomicBoolean ended = new AtomicBoolean();

    Several(WireMessage message, List<Observed> all) {
      this.message = message;
      this.all = all;
    }

    @Override
    public Map<String, Object> meta() {
      Map<String, Object> meta = new LinkedHashMap<>();
      for (Observed observed : all) {
        try {
          Map<String, Object> added = observed.meta();
          Json.write(added); // fails here rather than when the message is sent
          meta.putAll(added);
        } catch (RuntimeException e) {
          notObserved(message, e);
        }
      }
      return meta;
    }

    @Override
    public <T extends @Nullable Object> T handling(Supplier<T> work) {
      Supplier<T> outer = work;
      for (int i = all.size() - 1; i >= 0; i--) {
        Observed observed = all.get(i);
        Supplier<T> inner = outer;
        outer = () -> handledBy(observed, inner);
      }
      return outer.get();
    }

    private <T extends @Nullable Object> T handledBy(Observed observed, Supplier<T> work) {
      Once<T> once = new Once<>(work);
      try {
        observed.handling(once);
      } catch (RuntimeException e) {
        if (!once.failedWith(e)) {
          notObserved(message, e);
        }
      }
      return once.get();
    }

    @Override
    public void ended(@Nullable Throwable failure) {
      if (ended.compareAndSet(false, true)) {
        for (Observed observed : all) {
          try {
            observed.ended(failure);
          } catch (RuntimeException e) {
            notObserved(message, e);
          }
        }
      }
    }
  }

  /**
   * A request of a server, which the client handles.
   *
   * @param observers know the server
   * @param connection carries the request
   * @param requestId {@code null} for input that the server requires in a result
   */
  private record ReceivedRequest(
      MessageObservers observers,
      Connection connection,
      String method,
      @Nullable String requestId,
      JsonObject params)
      implements WireMessage {

    @Override
    public String server() {
      return observers.server();
    }

    @Override
    public String address() {
      return observers.address();
    }

    @Override
    public boolean isFromServer() {
      return true;
    }

    @Override
    public @Nullable String protocolVersion() {
      return connection.server().protocolVersion();
    }

    @Override
    public @Nullable String sessionId() {
      return connection.channel().sessionId();
    }

    @Override
    public @Nullable String networkProtocolVersion() {
      return connection.channel().networkProtocolVersion();
    }
  }
}
