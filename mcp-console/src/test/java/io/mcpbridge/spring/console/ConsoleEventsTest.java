package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.spring.boot.internal.web.EventWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How pages that are open hear of changes. */
class ConsoleEventsTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final String END = "end";

  private ConsoleEvents events;

  @AfterEach
  void close() {
    events.close();
  }

  /** A client that reads what it is sent. */
  private static class Client implements EventWriter {

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void write(String data) throws IOException {
      received.add(data);
    }

    @Override
    public void end() {
      received.add(END);
    }

    @Override
    public void onEnd(Runnable action) {}

    String next() throws InterruptedException {
      return received.poll(60, TimeUnit.SECONDS);
    }
  }

  private <C extends Client> C open(C client) {
    events.open(user -> true).events().accept(client);
    return client;
  }

  private void change() {
    events.stateChanged("shop", ServerState.CONNECTING, ServerState.CONNECTED, null);
  }

  @Test
  void sendsAtMostFourEventsEachSecond() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    Client client = open(new Client());
    assertThat(client.next()).isEqualTo("servers tools calls approvals");
    long start = System.nanoTime();
    for (int i = 0; i < 4; i++) {
      change();
      change();
      assertThat(client.next()).isEqualTo("servers tools");
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
  }

  /** Filters, such as those of Spring Security, add headers until the first event sends them. */
  @Test
  void firstEventIsWrittenByThreadOfRequest() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    Client client =
        open(
            new Client() {
              @Override
              public void write(String data) throws IOException {
                threads.add(Thread.currentThread());
                super.write(data);
              }
            });
    assertThat(threads).containsExactly(Thread.currentThread());
    assertThat(client.next()).isEqualTo("servers tools calls approvals");
    change();
    assertThat(client.next()).isEqualTo("servers tools");
  }

  /** Its connection is full: what it reads later has all names, each once. */
  @Test
  void clientThatDoesNotReadGetsNothing() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    BlockingQueue<String> questions = new LinkedBlockingQueue<>();
    Client full =
        open(
            new Client() {
              @Override
              public boolean isReady() {
                questions.add("ready?");
                return false;
              }
            });
    Client reader = open(new Client());
    reader.next();
    assertThat(questions.poll(60, TimeUnit.SECONDS)).isNotNull();
    change();
    assertThat(reader.next()).isEqualTo("servers tools");
    assertThat(full.received).isEmpty();
  }

  /** As in a servlet application, where a write waits. */
  @Test
  void clientThatBlocksDoesNotBlockOthers() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    BlockingQueue<String> gate = new LinkedBlockingQueue<>();
    open(
        new Client() {
          @Override
          public void write(String data) throws IOException {
            if (!data.equals("servers tools")) {
              return;
            }
            try {
              gate.take();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          }
        });
    Client reader = open(new Client());
    reader.next();
    change();
    assertThat(reader.next()).isEqualTo("servers tools");
  }

  @Test
  void heartbeatFindsClientThatHasGone() throws Exception {
    events = new ConsoleEvents(SHORT, LONG);
    BlockingQueue<String> writes = new LinkedBlockingQueue<>();
    Client reader = open(new Client());
    reader.next();
    assertThat(reader.next()).as("a comment").isEmpty();
    for (int i = 1; i < ConsoleEvents.MAX_STREAMS; i++) {
      open(
          new Client() {
            @Override
            public void write(String data) throws IOException {
              writes.add(data);
              if (data.isEmpty()) {
                throw new IOException("reset by peer");
              }
            }
          });
    }
    while (events.open(user -> true).events() == null) {
      assertThat(reader.next()).isEmpty();
    }
    assertThat(writes).isNotEmpty();
  }

  @Test
  void callThatGuardStoppedIsShownToItsUserOnly() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    Client ada = new Client();
    events.open("ada"::equals).events().accept(ada);
    Client ben = new Client();
    events.open("ben"::equals).events().accept(ben);
    ada.next();
    ben.next();
    events.callLimitReached(
        new CallLimitEvent(
            "shop",
            "refund",
            "shop__refund",
            "loop guard",
            new CallerContext("shop", "ada", null, "e1", "refund", null),
            null,
            Instant.now()));
    assertThat(ada.next()).isEqualTo("calls");
    change();
    assertThat(ben.next()).isEqualTo("servers tools");
  }

  @Test
  void startsAgainAfterStop() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    Client client = open(new Client());
    client.next();
    events.stop();
    assertThat(client.next()).isEqualTo(END);
    assertThat(events.open(user -> true).events()).isNull();

    events.start();
    assertThat(open(new Client()).next()).isEqualTo("servers tools calls approvals");
  }

  /** Requests that were let in at the same time. */
  @Test
  void endsStreamBeyondLimit() throws Exception {
    events = new ConsoleEvents(LONG, LONG);
    Consumer<EventWriter> late = events.open(user -> true).events();
    for (int i = 0; i < ConsoleEvents.MAX_STREAMS; i++) {
      open(new Client());
    }
    Client client = new Client();
    late.accept(client);
    assertThat(client.next()).isEqualTo(END);
  }

  /** So that the page has to authorize again. */
  @Test
  void endsStreamThatIsOld() throws Exception {
    events = new ConsoleEvents(Duration.ofMillis(200), Duration.ZERO);
    Client client = open(new Client());
    assertThat(client.next()).isNotEmpty();
    assertThat(client.next()).isEqualTo(END);
  }
}
