package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The streams of the Streamable HTTP endpoint: responses to POSTs, and GET streams. */
final class HttpStreams {

  private final HttpDoor door;
  private final ResumableStreams resumable = new ResumableStreams();
  private final List<EventStream> heard = new CopyOnWriteArrayList<>();

  HttpStreams(HttpDoor door) {
    this.door = door;
  }

  /** A stream that has not started yet. */
  EventStream open(HttpReply reply, Conversation conversation, boolean mayResume) {
    Resumption resumption = door.resumption();
    return resumption == null || !mayResume
        ? new EventStream(reply, door.format(), null)
        : resumable.open(reply, door.format(), conversation, resumption);
  }

  /** The GET streams with a connection. */
  List<EventStream> heard() {
    return List.copyOf(heard);
  }

  /** Answers a GET: with a stream for unsolicited messages, or with the rest of a broken one. */
  void listen(Turn turn) throws Refusal {
    HttpOutlet outlet = (HttpOutlet) turn.outlet();
    String lastEventId = turn.received().header("Last-Event-ID");
    if (lastEventId != null) {
      resume(turn.conversation(), outlet, lastEventId);
      return;
    }
    EventStream stream = outlet.stream();
    hear(stream, outlet.reply());
    turn.conversation().addStream(stream); // before the stream is visible
    outlet.reply().whenOver(() -> turn.conversation().unheard(stream));
    if (door.sendsHeadAtOnce()) {
      stream.begin(Map.of());
    }
  }

  private void resume(Conversation conversation, HttpOutlet outlet, String lastEventId)
      throws Refusal {
    EventIds ids = resumable.find(lastEventId);
    EventStream stream = ids == null ? null : ids.stream();
    if (ids == null || stream == null || !ids.belongTo(conversation)) {
      door.server().violation("Last-Event-ID " + lastEventId + " was never sent in this session");
      throw unknownEvent(400);
    }
    checkPatience(stream, ids.resumption(), lastEventId);
    Integer refusal = ids.resumption().refusal();
    if (refusal != null) {
      throw unknownEvent(refusal);
    }
    if (ids.resumption().replays()) {
      hear(stream, outlet.reply());
      stream.resume(outlet.reply(), lastEventId);
    } else {
      outlet.stream().end();
    }
  }

  private void hear(EventStream stream, HttpReply reply) {
    heard.add(stream);
    reply.whenOver(() -> heard.remove(stream));
  }

  private void checkPatience(EventStream stream, Resumption resumption, String lastEventId) {
    Long since = stream.unheardSince();
    if (since == null) {
      return; // the client broke the connection itself, at an unknown time
    }
    long away = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    if (away < resumption.retryMillis()) {
      door.server()
          .violation(
              "the client resumed %s after %d ms, but retry was %d ms"
                  .formatted(lastEventId, away, resumption.retryMillis()));
    }
  }

  private static Refusal unknownEvent(int status) {
    return Refusal.of(status, JsonRpcError.INVALID_REQUEST, "Unknown event ID");
  }
}
