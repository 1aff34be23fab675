package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.internal.rules.ClientResponseRules;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The requests of a server to its clients (up to 2025-11-25). */
public final class ServerRequestLog {

  private final ServerCore server;
  private final AtomicLong number = new AtomicLong();
  private final Map<RequestId, PendingRequest> open = new ConcurrentHashMap<>();
  private volatile boolean numbered;

  ServerRequestLog(ServerCore server) {
    this.server = server;
  }

  /** Uses numbers as ids from now on; during a client's request, the id of that request. */
  public void number() {
    numbered = true;
  }

  /** Sends a request during a client's request. */
  public PendingRequest sendRequest(FakeServerRequest question, Turn serverTurn)
      throws InterruptedException {
    PendingRequest pending = open(question, serverTurn.conversation(), serverTurn.received().id());
    serverTurn.sendOnceListening(pending.request());
    return pending;
  }

  /**
   * Sends a request to the client with the latest session, outside of any call.
   *
   * @throws AssertionError if no client with a stream is there in time
   */
  public PendingRequest sendRequest(FakeServerRequest question, Duration limit)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    Conversation client = server.clients().latest(limit);
    PendingRequest pending = open(question, client, null);
    if (!client.announceOnceListening(pending.request(), end - System.nanoTime())) {
      throw new AssertionError("the client opened no stream within " + limit);
    }
    return pending;
  }

  private PendingRequest open(
      FakeServerRequest question, Conversation client, @Nullable RequestId during) {
    RequestId id = newId(during);
    PendingRequest pending = new PendingRequest(question, id, client);
    open.put(id, pending);
    return pending;
  }

  private RequestId newId(@Nullable RequestId during) {
    long next = number.incrementAndGet();
    if (!numbered) {
      return RequestId.of("server-" + next);
    }
    return during == null || open.containsKey(during) ? RequestId.of(next) : during;
  }

  /** Receives and checks a response, from any conversation. */
  public void answered(Conversation by, JsonRpcResponse response, String text) {
    RequestId id = response.id();
    @Nullable PendingRequest question = id == null ? null : open.get(id);
    if (question == null || foreign(question.recipient(), by)) {
      server.violation("a response to a request that the server did not send: " + text);
    } else if (!question.answer(response)) {
      server.violation("a second response to " + question.question() + ": " + text);
    } else {
      ClientResponseRules rules =
          new ClientResponseRules(question.recipient().capabilities(), server::violation);
      rules.check(question.question(), response);
    }
  }

  private static boolean foreign(Conversation recipient, Conversation by) {
    return recipient != by && recipient.sessionId() != null;
  }
}
