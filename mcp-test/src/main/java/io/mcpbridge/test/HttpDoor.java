package io.mcpbridge.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Streamable HTTP door of a {@link FakeMcpServer}, on the loopback interface. Made and opened
 * by {@link FakeMcpServer#http()}. Thread-safe.
 */
public final class HttpDoor {

  static final String PATH = "/mcp";

  private final FakeMcpServer server;
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean sessions = true;
  private volatile boolean stream = true;
  private volatile AnswerForm form = AnswerForm.AS_NEEDED;
  private volatile SseFormat format = SseFormat.standard();
  private @Nullable ServerSocket socket;
  private int port;

  HttpDoor(FakeMcpServer server) {
    this.server = server;
  }

  /** The address of the MCP endpoint. */
  public String url() {
    return "http://127.0.0.1:" + port() + PATH;
  }

  /** The port, the same for as long as the server lives. */
  public synchronized int port() {
    return port;
  }

  /** Keeps no sessions: {@code initialize} hands out no {@code Mcp-Session-Id}. */
  public HttpDoor withoutSessions() {
    sessions = false;
    return this;
  }

  /** Offers no stream for GET (405), as servers may. */
  public HttpDoor withoutStream() {
    stream = false;
    return this;
  }

  /** In what form requests are answered; default {@link AnswerForm#AS_NEEDED}. */
  public HttpDoor answering(AnswerForm how) {
    form = how;
    return this;
  }

  /** How events are spelled; default {@link SseFormat#standard()}. */
  public HttpDoor spelling(SseFormat how) {
    format = how;
    return this;
  }

  /**
   * Opens the door again, on the same port. Does nothing if it is open.
   *
   * @throws UncheckedIOException if somebody else has taken the port
   */
  public synchronized void start() {
    if (socket != null) {
      return;
    }
    try {
      ServerSocket opened = new ServerSocket();
      opened.setReuseAddress(true);
      opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2048);
      port = opened.getLocalPort();
      socket = opened;
      server.threads().run(() -> accept(opened));
    } catch (IOException e) {
      throw new UncheckedIOException("port " + port, e);
    }
  }

  /** Refuses connections from now on, and drops those there are. Does nothing if it is closed. */
  public synchronized void stop() {
    if (socket == null) {
      return;
    }
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      socket = null;
    }
    connections.forEach(HttpConnection::drop);
  }

  boolean keepsSessions() {
    return sessions;
  }

  boolean offersStream() {
    return stream;
  }

  AnswerForm form() {
    return form;
  }

  SseFormat format() {
    return format;
  }

  FakeMcpServer server() {
    return server;
  }

  void gone(HttpConnection connection) {
    connections.remove(connection);
  }

  /** Makes a GET the stream for what nobody asked for. */
  void openStream(Turn turn) {
    HttpOutlet outlet = (HttpOutlet) turn.outlet();
    Conversation conversation = turn.conversation();
    Consumer<Object> events = outlet::send;
    outlet.whenGone(() -> conversation.removeStream(events));
    conversation.addStream(events); // first, so that who sees the stream open misses nothing
    outlet.beginStream();
  }

  /** The conversation that a request belongs to; a new one if it names none that is known. */
  Conversation conversation(Map<String, String> headers) {
    Conversation known = server.sessions().find(headers.get("Mcp-Session-Id"));
    return known == null ? new Conversation() : known;
  }

  private void accept(ServerSocket listening) {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        HttpConnection connection = new HttpConnection(this, client);
        connections.add(connection);
        if (listening.isClosed()) {
          connection.drop();
        }
        server.threads().run(connection);
      } catch (IOException stopped) {
        // the loop ends when the door is closed; a client that left before it was let in is nothing
      }
    }
  }
}
