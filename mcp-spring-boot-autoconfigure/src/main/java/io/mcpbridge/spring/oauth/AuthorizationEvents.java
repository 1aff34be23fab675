package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import io.mcpbridge.internal.concurrent.Workers;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Notifies the {@link AuthorizationListener}s in order on a worker thread, so that no request waits
 * for a listener. Reports each authorization URL once.
 */
final class AuthorizationEvents implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);
  private static final int MAX_USERS = 10_000;
  private static final int MAX_WAITING = 10_000;

  private final ObjectProvider<AuthorizationListener> listeners;
  private final ExecutorService workers = Workers.named("authorization");
  private final SerialExecutor queue =
      new SerialExecutor(
          workers,
          MAX_WAITING,
          Overflow.reject(),
          failure -> log.error("AuthorizationListeners cannot be notified", failure));
  private final Map<Key, RequestedAuthorization> requested =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, RequestedAuthorization> eldest) {
              return size() > MAX_USERS;
            }
          });

  private record Key(String server, String user) {}

  /** The authorization URL of a user, and the challenge it answers. */
  private record RequestedAuthorization(URI url, Challenge refusal) {
    @Override
    public String toString() {
      return "RequestedAuthorization[" + refusal + "]"; // without the URL, which contains the state
    }
  }

  AuthorizationEvents(ObjectProvider<AuthorizationListener> listeners) {
    this.listeners = listeners;
  }

  /**
   * @param authorizationPage description of the page without secrets; {@code null} if there is none
   */
  void required(
      String server, String user, URI url, Challenge refusal, @Nullable String authorizationPage) {
    RequestedAuthorization previous =
        requested.put(
            new Key(server, user), new RequestedAuthorization(url, refusal.withoutDeadline()));
    if (previous != null && previous.url().equals(url)) {
      return;
    }
    log.info(
        "MCP server \"{}\" requires a user to grant access{}",
        server,
        authorizationPage == null ? "" : "; redirect them to " + authorizationPage);
    publish(listener -> listener.required(server, user, url));
  }

  void granted(String server, String user) {
    forget(server, user);
    publish(listener -> listener.granted(server, user));
  }

  /** A stored token was found without asking the user. */
  void tokenFound(String server, String user) {
    publish(listener -> listener.tokenFound(server, user));
  }

  /** Forgets a refused token that has been replaced. A pending step-up stays. */
  void forgetRefusal(String server, String user) {
    requested.computeIfPresent(
        new Key(server, user),
        (key, requestedAuthorization) ->
            requestedAuthorization.refusal().status() == 401 ? null : requestedAuthorization);
  }

  /** Does the same for all users of a shared token. */
  void forgetRefusals(String server) {
    requested
        .entrySet()
        .removeIf(
            entry ->
                entry.getKey().server().equals(server)
                    && entry.getValue().refusal().status() == 401);
  }

  void forget(String server, String user) {
    requested.remove(new Key(server, user));
  }

  /** Forgets a removed server. */
  void forgetAll(String server) {
    requested.keySet().removeIf(key -> key.server().equals(server));
  }

  /** Whether a user was asked for permission and has not given it. */
  boolean isWaiting(String server, @Nullable String user) {
    return user != null && requested.containsKey(new Key(server, user));
  }

  /** The challenge that a user still has to give permission for; {@code null} for none. */
  @Nullable Challenge refusal(String server, String user) {
    RequestedAuthorization requestedAuthorization = requested.get(new Key(server, user));
    return requestedAuthorization == null ? null : requestedAuthorization.refusal();
  }

  private void publish(Consumer<AuthorizationListener> event) {
    try {
      queue.execute(
          () -> notifyAll(listeners, "AuthorizationListener beans cannot be notified", event));
    } catch (RejectedExecutionException e) {
      log.warn("Event queue full; dropping an authorization event");
    }
  }

  /** Notifies beans one after the other. */
  static <T> void notifyAll(ObjectProvider<T> listeners, String problem, Consumer<T> event) {
    List<T> all;
    try {
      all = listeners.orderedStream().toList();
    } catch (BeansException | IllegalStateException e) { // as while the application context closes
      log.warn("{}: {}", problem, e.getClass().getSimpleName());
      return;
    }
    for (T listener : all) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) { // keep notifying the others
        log.error("The listener {} failed", listener.getClass().getName(), e);
      }
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
