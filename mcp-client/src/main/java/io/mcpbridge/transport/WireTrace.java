package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Shows what is sent to servers and what comes back: each message in both directions, the
 * handshake, subscriptions and requests of servers included, HTTP requests and responses with
 * status and headers, and the start and exit of processes. Each record is logged with level info by
 * the logger {@code io.mcpbridge.wire.NAME} of its server, and the last ones are kept in memory.
 *
 * <pre>{@code
 * ToolCatalog.builder()
 *     .server("weather", transport, ServerOptions.builder().trace(TraceLevel.BODIES).build())
 *     .wireTrace(WireTrace.builder().redact("/params/arguments/password").build())
 *     .build();
 * }</pre>
 *
 * <p>Redacted: values of all request headers but those of the protocol, credentials in URLs,
 * session ids, environment variables and arguments of processes that look like secrets, JSON
 * members whose name says so ({@code userPassword}, {@code apiKey}, {@code token}), also of JSON in
 * a text, and the values at the configured JSON pointers. Such a value is hidden in the rest of the
 * same message, too, if it has 6 characters or more (the first 100 values). A secret in the middle
 * of another text is not recognized otherwise. Requests to authorization servers (OAuth) are not
 * traced. A level other than {@link TraceLevel#OFF} costs time and memory for each message.
 * Thread-safe.
 */
public final class WireTrace {

  /** The logger of all servers; that of one server has its name appended. */
  public static final String LOGGER = "io.mcpbridge.wire";

  /** Limit of servers whose records are kept, against names that come and go. */
  private static final int MAX_SERVERS = 1000;

  private final LruMap<String, ServerTrace> servers = new LruMap<>(MAX_SERVERS);
  private final TraceRedaction redaction;
  private final boolean json;
  private final int maxRecords;
  private final int maxBody;
  private final List<Consumer<? super TraceRecord>> listeners;

  private WireTrace(Builder builder) {
    this.redaction = new TraceRedaction(builder.pointers);
    this.json = builder.json;
    this.maxRecords = builder.maxRecords;
    this.maxBody = builder.maxBody;
    this.listeners = List.copyOf(builder.listeners);
  }

  /** A builder with default settings. */
  public static Builder builder() {
    return new Builder();
  }

  /** Logs and keeps records, and redacts nothing beyond the built-in rules. */
  public static WireTrace create() {
    return builder().build();
  }

  /**
   * Sets the level of a server, from the next message on; default {@link TraceLevel#OFF}. In a
   * catalog, use {@code ServerOptions.trace}, which calls this.
   */
  public void level(String server, TraceLevel level) {
    of(server).level(level);
  }

  /** The last records of a server, oldest first. */
  public List<TraceRecord> records(String server) {
    return of(server).records();
  }

  /**
   * The transport, with its channels traced under this name at the {@link #level} of that name. A
   * catalog calls this itself.
   */
  public Transport wrap(String server, Transport transport) {
    return new TracedTransport(transport, of(server));
  }

  private ServerTrace of(String server) {
    return servers.computeIfAbsent(server, () -> new ServerTrace(server, this));
  }

  TraceRedaction redaction() {
    return redaction;
  }

  boolean json() {
    return json;
  }

  int maxRecords() {
    return maxRecords;
  }

  int maxBody() {
    return maxBody;
  }

  List<Consumer<? super TraceRecord>> listeners() {
    return listeners;
  }

  /** The channels of a transport and of its legacy transport. */
  private record TracedTransport(Transport transport, ServerTrace trace) implements Transport {

    @Override
    public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
      return transport.open(mode, new TracedListener(listener, trace), deadline);
    }

    @Override
    public String address() {
      return transport.address();
    }

    @Override
    public Optional<Duration> probeTimeout() {
      return transport.probeTimeout();
    }

    @Override
    public boolean carries(ChannelMode mode) {
      return transport.carries(mode);
    }

    @Override
    public boolean usesProxy() {
      return transport.usesProxy();
    }

    @Override
    public Optional<Transport> legacyTransport() {
      return transport.legacyTransport().map(legacy -> new TracedTransport(legacy, trace));
    }

    @Override
    public String toString() {
      return transport.toString();
    }
  }

  /** Gives the trace to the transport. */
  private record TracedListener(ChannelListener listener, ServerTrace trace)
      implements ChannelListener {

    @Override
    public void onMessage(JsonRpcMessage message) {
      listener.onMessage(message);
    }

    @Override
    public void onLost(McpException cause) {
      listener.onLost(cause);
    }
  }

  /** Collects the settings of a {@link WireTrace}. Not thread-safe. */
  public static final class Builder {

    private final List<String> pointers = new ArrayList<>();
    private final List<Consumer<? super TraceRecord>> listeners = new ArrayList<>();
    private boolean json;
    private int maxRecords = 100;
    private int maxBody = 8192;

    private Builder() {}

    /**
     * Replaces values in messages by {@code ***}.
     *
     * @param jsonPointers JSON pointers (RFC 6901) into the message, such as {@code
     *     /params/arguments/password}; {@code *} stands for any member or element
     * @throws IllegalArgumentException if one does not begin with a slash
     */
    public Builder redact(String... jsonPointers) {
      for (String pointer : jsonPointers) {
        if (!pointer.startsWith("/")) {
          throw new IllegalArgumentException("a JSON pointer begins with a slash: " + pointer);
        }
        pointers.add(pointer);
      }
      return this;
    }

    /** Logs each record as one line of JSON, for tools; default: as text of several lines. */
    public Builder jsonLines(boolean jsonLines) {
      this.json = jsonLines;
      return this;
    }

    /**
     * How many records are kept for each server, up to about a million characters; default 100, 0
     * for none.
     */
    public Builder maxRecords(int records) {
      this.maxRecords = atLeastZero("maxRecords", records);
      return this;
    }

    /** The characters of a body that are shown; the rest is cut. Default 8192. */
    public Builder maxBodyCharacters(int characters) {
      this.maxBody = atLeastZero("maxBodyCharacters", characters);
      return this;
    }

    /**
     * Adds a receiver of all records. Called on the thread that sends or reads: it must not block.
     * What it throws is logged.
     */
    public Builder listener(Consumer<? super TraceRecord> receiver) {
      listeners.add(Objects.requireNonNull(receiver));
      return this;
    }

    /** Builds the trace; every server is off. */
    public WireTrace build() {
      return new WireTrace(this);
    }

    private static int atLeastZero(String setting, int number) {
      if (number < 0) {
        throw new IllegalArgumentException(setting + " must not be negative: " + number);
      }
      return number;
    }
  }
}
