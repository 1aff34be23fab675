package io.mcpbridge.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * News in a session (up to 2025-11-25): that lists have changed is said to everybody, of a resource
 * only to a session that subscribed to it, once for all who want to hear of it.
 */
final class SessionNews implements NewsService {

  private static final Logger log = LoggerFactory.getLogger(SessionNews.class);

  private final Channel channel;
  private final ServerInfo server;
  private final Map<String, String> headers;
  private final Supplier<RequestId> ids;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final Map<String, Integer> listeners = new HashMap<>();

  /**
   * @param headers what every message of the session carries
   */
  SessionNews(
      Channel channel, ServerInfo server, Map<String, String> headers, Supplier<RequestId> ids) {
    this.channel = channel;
    this.server = server;
    this.headers = headers;
    this.ids = ids;
  }

  @Override
  public Listening subscription(SubscriptionFilter asked, News news) {
    return new SessionListening(this, asked, Changes.declared(asked, server), news);
  }

  /** Waits until there is a way on which the server can tell something, but not for long. */
  void awaitHearing(Deadline deadline) {
    channel.awaitHearing(deadline);
  }

  /**
   * Subscribes to a resource, unless that has happened.
   *
   * @throws McpErrorResponseException if the server refused
   * @throws McpTimeoutException also if the server keeps another one waiting for so long
   */
  void subscribe(String uri, Deadline deadline) {
    if (!isNextBy(deadline)) {
      throw new McpTimeoutException(
          "the server had not answered who subscribed before within " + deadline.described());
    }
    try {
      if (!listeners.containsKey(uri)) {
        ask("resources/subscribe", uri, deadline);
      }
      listeners.merge(uri, 1, Integer::sum);
    } catch (McpErrorResponseException refused) {
      throw new McpErrorResponseException(
          "no subscription to the resource " + ServersWords.line(uri) + ": " + refused.reason(),
          refused.code(),
          refused.serverMessage(),
          refused.data());
    } finally {
      oneAtATime.unlock();
    }
  }

  /**
   * Unsubscribes from a resource, if nobody else listens and there is a session to say it in. Left
   * out if the server keeps another one waiting for so long.
   */
  void unsubscribe(String uri, Deadline deadline) {
    if (!isNextBy(deadline)) {
      log.debug("{} stays subscribed to: the server is still being asked something", uri);
      return;
    }
    try {
      Integer left = listeners.computeIfPresent(uri, (u, count) -> count == 1 ? null : count - 1);
      if (left == null && channel.isOpen() && !deadline.hasPassed()) {
        ask("resources/unsubscribe", uri, deadline);
      }
    } catch (McpException e) {
      log.debug("{} could not be unsubscribed from: {}", uri, e.reason());
    } finally {
      oneAtATime.unlock();
    }
  }

  private boolean isNextBy(Deadline deadline) {
    try {
      return oneAtATime.tryLock()
          || oneAtATime.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void ask(String method, String uri, Deadline deadline) {
    JsonRpcRequest request =
        new JsonRpcRequest(ids.get(), method, JsonObject.of(Map.of("uri", uri)));
    ErrorResponses.resultOf(Question.ask(channel, Outbound.of(request, headers), deadline));
  }
}
