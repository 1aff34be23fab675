package io.mcpbridge.spring.console;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.internal.concurrent.Debouncer;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.spring.boot.internal.web.EventWriter;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;

/**
 * Sends the names of what has changed to open pages, which then read what they show. Without an
 * open page it does nothing and has no thread. Streams end before the web server stops, which would
 * wait for them, and after some minutes, so that a page has to authorize again. Thread-safe; a
 * bean.
 */
final class ConsoleEvents
    implements CatalogListener, McpApprovals.Listener, SmartLifecycle, AutoCloseable {

  /**
   * Of all users together, since each stream may hold a thread: pages beyond it poll, also those of
   * others than the user who has that many open.
   */
  static final int MAX_STREAMS = 20;

  /** So at most four events a second. */
  private static final Duration BATCH = Duration.ofMillis(250);

  /** Pages then read again, or ask again later. */
  private static final WebResponse NO_STREAM =
      WebResponse.problem(HttpStatus.SERVICE_UNAVAILABLE, "There is no stream at the moment.");

  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private final Scheduler scheduler = new Scheduler("console");
  private final Duration heartbeat;
  private final Duration maxAge;
  private volatile boolean stopped;

  /** What a page reads again. */
  private enum Change {
    SERVERS,
    TOOLS,
    CALLS,
    APPROVALS
  }

  private static final Set<Change> SERVER_WITH_TOOLS = Set.of(Change.SERVERS, Change.TOOLS);

  ConsoleEvents() {
    // proxies close connections without traffic after 30 seconds and more
    this(Duration.ofSeconds(20), Duration.ofMinutes(10));
  }

  /**
   * @param heartbeat after how long a comment is sent, which finds clients that have gone
   * @param maxAge how long a stream lasts
   */
  ConsoleEvents(Duration heartbeat, Duration maxAge) {
    this.heartbeat = heartbeat;
    this.maxAge = maxAge;
  }

  /**
   * Opens a stream that begins with all names.
   *
   * @param isShown whether what belongs to a user is shown
   */
  WebResponse open(Predicate<String> isShown) {
    return stopped || streams.size() >= MAX_STREAMS
        ? NO_STREAM
        : WebResponse.events(writer -> new Stream(writer, isShown).open());
  }

  /** One open page. Written by one thread at a time; holds the names of changes only. */
  private final class Stream {

    private final EventWriter writer;
    private final Predicate<String> isShown;
    private final long openedAt = System.nanoTime();
    private final Set<Change> changes = EnumSet.allOf(Change.class);
    private final Debouncer debouncer = new Debouncer(scheduler, this::writeIfOpened);
    private volatile boolean opened;
    private volatile boolean ending;

    Stream(EventWriter writer, Predicate<String> isShown) {
      this.writer = writer;
      this.isShown = isShown;
    }

    /** On the thread of the request: until the first event is sent, its filters add headers. */
    void open() {
      writer.onEnd(() -> streams.remove(this));
      if (!addToStreams() || stopped) {
        ending = true;
      }
      write();
      opened = true;
      if (ending || hasChanges()) { // since
        debouncer.runAfter(BATCH);
      }
      scheduler.schedule(heartbeat, this::beat);
    }

    /** False if there are too many by now. */
    private boolean addToStreams() {
      synchronized (streams) {
        return streams.size() < MAX_STREAMS && streams.add(this);
      }
    }

    void add(Set<Change> changed) {
      synchronized (changes) {
        changes.addAll(changed);
      }
      debouncer.runAfter(BATCH);
    }

    void end() {
      ending = true;
      debouncer.runAfter(Duration.ZERO);
    }

    private void beat() {
      if (streams.contains(this)) {
        if (System.nanoTime() - openedAt > maxAge.toNanos()) {
          ending = true;
        }
        debouncer.runAfter(Duration.ZERO);
        scheduler.schedule(heartbeat, this::beat);
      }
    }

    private void writeIfOpened() {
      if (opened) {
        write();
      }
    }

    private void write() {
      try {
        if (ending) {
          streams.remove(this);
          writer.end();
        } else if (writer.isReady()) { // else the next change or heartbeat tries again
          writer.write(takeNames());
        }
      } catch (IOException | RuntimeException e) { // the client has gone
        streams.remove(this);
      }
    }

    private boolean hasChanges() {
      synchronized (changes) {
        return !changes.isEmpty();
      }
    }

    private String takeNames() {
      synchronized (changes) {
        String names =
            changes.stream()
                .map(change -> change.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
        changes.clear();
        return names;
      }
    }
  }

  private void changed(Set<Change> changes) {
    streams.forEach(stream -> stream.add(changes));
  }

  private void changed(Set<Change> changes, String user) {
    for (Stream stream : streams) {
      if (stream.isShown.test(user)) {
        stream.add(changes);
      }
    }
  }

  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    changed(SERVER_WITH_TOOLS);
  }

  @Override
  public void toolsChanged(String server, ToolsChange change) {
    changed(SERVER_WITH_TOOLS);
  }

  @Override
  public void callStarted(CallEvent call) {
    callChanged(call.caller());
  }

  @Override
  public void callFinished(CallEvent call, CallOutcome outcome) {
    callChanged(call.caller());
  }

  private void callChanged(CallerContext caller) {
    Object user = caller.user();
    if (user == null) {
      changed(Set.of(Change.CALLS));
    } else {
      changed(Set.of(Change.CALLS), user.toString());
    }
  }

  @Override
  public void callLimitReached(CallLimitEvent event) {
    callChanged(event.caller());
  }

  @Override
  public void requested(PendingApproval call) {
    approvalChanged(call.user());
  }

  @Override
  public void decided(PendingApproval call) {
    approvalChanged(call.user());
  }

  @Override
  public void ended(PendingApproval call) {
    approvalChanged(call.user());
  }

  @Override
  public void elicitationRequested(PendingElicitation elicitation) {
    approvalChanged(elicitation.user());
  }

  @Override
  public void elicitationEnded(PendingElicitation elicitation) {
    approvalChanged(elicitation.user());
  }

  /**
   * @param user {@code null} for what only approvers see
   */
  private void approvalChanged(@Nullable String user) {
    changed(Set.of(Change.APPROVALS), Objects.requireNonNullElse(user, ""));
  }

  /** Ends all streams without waiting. */
  @Override
  public void stop() {
    stopped = true;
    streams.forEach(Stream::end);
  }

  @Override
  public void start() {
    stopped = false;
  }

  @Override
  public boolean isRunning() {
    return !stopped;
  }

  @Override
  public void close() {
    stop();
    scheduler.close();
  }
}
