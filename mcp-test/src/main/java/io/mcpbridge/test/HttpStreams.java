package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The streams of the Streamable HTTP door: those that answer a POST, and those that GET opens. */
final class HttpStreams {

  private final HttpDoor door;
  private final ResumableStreams resumable = new ResumableStreams();
  private final List<EventStream> heard = new CopyOnWriteArrayList<>();

  HttpStreams(HttpDoor door) {
    this.door = door;
  }

  /** A stream that has not begun yet. */
  EventStream open(HttpReply reply, Conversation conversation, boolean mayResume) {
    Resumption resumption = door.resumption();
    return resumption == null || !mayResume
        ? new EventStream(reply, door.format(), null)
        : resumable.open(reply, door.format(), conversation, resumption);
  }

  /** Those that a GET listens to at this moment. */
  List<EventStream> heard() {
    return List.copyOf(heard);
  }

  /** Answers a GET: with a stream for what nobody asked for, or with the rest of one that broke. */
  void listen(Turn turn) throws Refusal {
    HttpOutlet outlet = (HttpOutlet) turn.outlet();
    String lastEventId = turn.received().header("Last-Event-ID");
    if (lastEventId != null) {
      resume(turn.conversation(), outlet, lastEventId);
      return;
    }
    EventStream stream = outlet.stream();
    hear(stream, outlet.reply());
    turn.conversation().addStream(stream); // first, so that who sees it open misses nothing
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
      return; // the client broke the connection itself, and nobody knows when
    }
    long away = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    if (away < resumption.retryMillis()) {
      door.server()
          .violation(
              "the client came back for %s after %d ms, but was told to wait %d ms"
                  .formatted(lastEventId, away, resumption.retryMillis()));
    }
  }

  private static Refusal unknownEvent(int status) {
    return Refusal.of(status, JsonRpcError.INVALID_REQUEST, "Unknown event ID");
  }
}
