package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.TaskSupport;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.negotiation.NegotiatedChannel;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerRequestsTest {

  private final ExecutorService workers = Workers.named("test");
  private final BlockingQueue<JsonRpcResponse> answers = new LinkedBlockingQueue<>();
  private final CountDownLatch handlerCalled = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final Semaphore handlerEntered = new Semaphore(0);
  private final Semaphore handlerExited = new Semaphore(0);
  private volatile boolean stubborn;
  private final InputHandlers handlers =
      InputHandlers.builder()
          .listRoots(
              (request, context) -> {
                handlerCalled.countDown();
                handlerEntered.release();
                try {
                  release.await();
                } catch (InterruptedException e) {
                  interrupted.countDown();
                  while (stubborn && release.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  Thread.currentThread().interrupt();
                } finally {
                  handlerExited.release();
                }
                return new ListRootsResult(List.of());
              })
          .build();
  private final ClientIdentity identity =
      new ClientIdentity(Implementation.of("c", "1"), handlers.capabilities());
  private final ServerRequests requests = requestsOn(answers);

  private ServerRequests requestsOn(BlockingQueue<JsonRpcResponse> sent) {
    Connection connection =
        new Connection(
            new NegotiatedChannel(
                new RecordingChannel(sent),
                Revisions.named("2025-11-25"),
                new ServerInfo("2025-11-25", null, Map.of(), null, Map.of())),
            InertInbound.inboundHandler(),
            ParamHeaders.none(),
            TaskSupport.none(),
            identity,
            workers);
    return new ServerRequests(
        new ServerRequestHandler(
            "fake",
            null,
            identity,
            handlers,
            InertInbound.NO_CALLS,
            workers,
            new MessageObservers("fake", "fake", List::of)),
        CompletableFuture.completedFuture(connection.channel()),
        CompletableFuture.completedFuture(connection));
  }

  @AfterEach
  void endWorkers() throws Exception {
    release.countDown();
    workers.shutdownNow();
    assertThat(workers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  private void ask(String method, Object id) {
    ask(requests, method, id);
  }

  private static void ask(ServerRequests requests, String method, Object id) {
    requests.take(
        new JsonRpcRequest(RequestId.from(id), method, null),
        new InputContext(CallerContext.unknown("fake"), null));
  }

  private boolean cancel(Object id) {
    return requests.cancelled(
        new JsonRpcNotification("notifications/cancelled", JsonObject.of(Map.of("requestId", id))));
  }

  private JsonRpcResponse answer() throws InterruptedException {
    return answers.poll(60, TimeUnit.SECONDS);
  }

  @Test
  void blockedHandlerDoesNotDelayOtherRequests() throws Exception {
    ask("roots/list", 1);
    assertThat(handlerCalled.await(60, TimeUnit.SECONDS)).isTrue();

    ask("ping", 2);

    assertThat(answer().id()).isEqualTo(RequestId.of(2));
    release.countDown();
    assertThat(answer().id()).isEqualTo(RequestId.of(1));
  }

  @Test
  void cancellationInterruptsHandlerWithoutResponse() throws Exception {
    ask("roots/list", "q");
    assertThat(handlerCalled.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(cancel("q")).isTrue();

    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    ask("ping", "after");
    assertThat(answer().id()).isEqualTo(RequestId.of("after"));
    assertThat(answers).isEmpty();
    assertThat(cancel("q")).as("again").isFalse();
    assertThat(cancel("never")).isFalse();
  }

  @Test
  void preservesIdTypeInResponses() throws Exception {
    ask("ping", 7);
    ask("ping", "7");

    assertThat(List.of(answer().id().value(), answer().id().value()))
        .containsExactlyInAnyOrder(7L, "7");
  }

  @Test
  void rejectsServerRequestsBeyondLimit() throws Exception {
    for (int i = 0; i < ServerRequests.MAX_OPEN + 5; i++) {
      ask("roots/list", i);
    }
    for (int i = ServerRequests.MAX_OPEN; i < ServerRequests.MAX_OPEN + 5; i++) {
      JsonRpcResponse refusal = answer();
      assertThat(refusal.id()).isEqualTo(RequestId.of(i));
      assertThat(refusal.error().code()).isEqualTo(-32603);
      assertThat(refusal.error().message()).contains("32 requests");
    }
    release.countDown();
    for (int i = 0; i < ServerRequests.MAX_OPEN; i++) {
      assertThat((Long) answer().id().value()).isLessThan(ServerRequests.MAX_OPEN);
    }
    ask("roots/list", "more");
    JsonRpcResponse response = answer();
    assertThat(response.id()).as("and may ask again afterwards").isEqualTo(RequestId.of("more"));
    assertThat(response.error()).isNull();
  }

  @Test
  void cancelledRequestsNoLongerCountTowardLimit() throws Exception {
    for (int i = 0; i < 3 * ServerRequests.MAX_OPEN; i++) {
      ask("roots/list", i);
      assertThat(handlerEntered.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
      assertThat(cancel(i)).isTrue();
      assertThat(handlerExited.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
    release.countDown();
    ask("roots/list", "more");

    assertThat(answer().error()).isNull();
  }

  /** Otherwise a server could occupy a thread per request by sending and canceling requests. */
  @Test
  void cancelledRequestCountsUntilHandlerReturns() throws Exception {
    stubborn = true;
    for (int i = 0; i < ServerRequests.MAX_OPEN; i++) {
      ask("roots/list", i);
      assertThat(handlerEntered.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
    for (int i = 0; i < ServerRequests.MAX_OPEN; i++) {
      assertThat(cancel(i)).isTrue();
    }

    ask("roots/list", "more");

    assertThat(answer().error().message()).contains("32 requests");
    release.countDown();
  }

  @Test
  void requestIdsAreScopedToConnection() throws Exception {
    BlockingQueue<JsonRpcResponse> answersOfAnother = new LinkedBlockingQueue<>();
    ServerRequests another = requestsOn(answersOfAnother);
    ask("roots/list", 0);
    assertThat(handlerCalled.await(60, TimeUnit.SECONDS)).isTrue();

    ask(another, "ping", 0);

    assertThat(answersOfAnother.poll(60, TimeUnit.SECONDS).id()).isEqualTo(RequestId.of(0));
    assertThat(answers).isEmpty();
  }

  @Test
  void interruptsHandlersOnClose() throws Exception {
    ask("roots/list", 1);
    assertThat(handlerCalled.await(60, TimeUnit.SECONDS)).isTrue();

    requests.close();

    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    ask("ping", 2);
    assertThat(answers).isEmpty();
  }

  private record RecordingChannel(BlockingQueue<JsonRpcResponse> sent) implements Channel {

    @Override
    public void send(Outbound message, Deadline deadline) {
      sent.add((JsonRpcResponse) message.message());
    }

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
