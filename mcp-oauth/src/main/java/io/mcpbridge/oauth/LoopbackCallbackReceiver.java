package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.PendingAuthorization;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the one request of the redirect. Others (a favicon, a port scan, a page that guesses)
 * get a 404 and do not end the wait. The browser gets its response once the outcome is known.
 */
final class LoopbackCallbackReceiver implements AuthorizationPrompt.CallbackReceiver {

  private static final int MAX_REQUEST_BYTES = 16_384;

  /** Connections whose request is incomplete; if there are more, the oldest is closed. */
  private static final int MAX_CONNECTIONS = 32;

  /**
   * For a complete request. Browsers open connections in advance without sending anything, and
   * other clients send slowly; a browser reopens a closed connection when it needs one.
   */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(1);

  private final ServerSocketChannel listener;
  private final String host;
  private final String path;
  private final Consumer<? super URI> show;
  private final Duration timeout;

  /** The connection of the redirect, until it is answered. */
  private @Nullable SocketChannel browser;

  /** A connection, and the part of its request that has arrived. */
  private static final class BrowserConnection {
    private final SocketChannel channel;
    private final long deadline;
    private final StringBuilder head = new StringBuilder();

    BrowserConnection(SocketChannel channel, long deadline) {
      this.channel = channel;
      this.deadline = deadline;
    }

    /** Whether reading is complete: up to the empty line, the end of the stream or the limit. */
    boolean isRead(ByteBuffer buffer) throws IOException {
      int count;
      while ((count = channel.read(buffer.clear())) > 0) {
        head.append(StandardCharsets.ISO_8859_1.decode(buffer.flip()));
        if (head.length() >= MAX_REQUEST_BYTES || head.indexOf("\r\n\r\n") >= 0) {
          return true;
        }
      }
      return count < 0;
    }
  }

  LoopbackCallbackReceiver(
      ServerSocketChannel listener,
      String name,
      String path,
      Consumer<? super URI> show,
      Duration timeout) {
    this.listener = listener;
    this.host = name + ":" + listener.socket().getLocalPort();
    this.path = path;
    this.show = show;
    this.timeout = timeout;
  }

  @Override
  public URI redirectUri() {
    return URI.create("http://" + host + path);
  }

  @Override
  public String await(PendingAuthorization authorization) {
    long end = System.nanoTime() + timeout.toNanos();
    show.accept(authorization.url());
    Deque<BrowserConnection> browserConnections = new ArrayDeque<>();
    try (Selector selector = Selector.open()) {
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      while (System.nanoTime() - end < 0) {
        if (Thread.currentThread().isInterrupted()) {
          throw new OAuthException("interrupted while waiting for the user to grant access");
        }
        String query = next(selector, browserConnections, authorization, end);
        if (query != null) {
          return query;
        }
      }
    } catch (IOException e) {
      throw new OAuthException(
          Thread.currentThread().isInterrupted()
              ? "interrupted while waiting for the user to grant access"
              : "the listener for the redirect of the browser failed: "
                  + e.getClass().getSimpleName());
    } finally {
      browserConnections.forEach(browserConnection -> closeQuietly(browserConnection.channel));
    }
    throw new OAuthException(
        "the user did not grant access in the browser within "
            + timeout
            + " (authorization server "
            + URI.create(authorization.issuer()).getHost()
            + ")");
  }

  /** The query of the redirect, if it has arrived. */
  private @Nullable String next(
      Selector selector,
      Deque<BrowserConnection> browserConnections,
      PendingAuthorization authorization,
      long end)
      throws IOException {
    long wakeUp =
        browserConnections.isEmpty() ? end : Math.min(end, browserConnections.getFirst().deadline);
    selector.select(Math.max(1, Duration.ofNanos(wakeUp - System.nanoTime()).toMillis() + 1));
    List<SelectionKey> ready = new ArrayList<>(selector.selectedKeys());
    selector.selectedKeys().clear();
    for (SelectionKey key : ready) {
      if (key.isValid() && key.isAcceptable()) {
        accept(selector, browserConnections);
      } else if (key.isValid() && key.attachment() instanceof BrowserConnection browserConnection) {
        String query = receive(browserConnection, browserConnections, authorization);
        if (query != null) {
          return query;
        }
      }
    }
    while (!browserConnections.isEmpty()
        && System.nanoTime() - browserConnections.getFirst().deadline >= 0) {
      closeQuietly(browserConnections.removeFirst().channel);
    }
    return null;
  }

  private void accept(Selector selector, Deque<BrowserConnection> browserConnections)
      throws IOException {
    SocketChannel channel;
    while ((channel = listener.accept()) != null) {
      BrowserConnection browserConnection =
          new BrowserConnection(channel, System.nanoTime() + REQUEST_TIMEOUT.toNanos());
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, browserConnection);
      browserConnections.addLast(browserConnection);
      if (browserConnections.size() > MAX_CONNECTIONS) {
        closeQuietly(browserConnections.removeFirst().channel);
        return; // the remaining ones may have data meanwhile
      }
    }
  }

  private @Nullable String receive(
      BrowserConnection browserConnection,
      Deque<BrowserConnection> browserConnections,
      PendingAuthorization authorization) {
    boolean keepOpen = false;
    try {
      if (!browserConnection.isRead(ByteBuffer.allocate(MAX_REQUEST_BYTES))) {
        keepOpen = true;
        return null;
      }
      browserConnections.remove(browserConnection);
      String query = query(browserConnection.head.toString().lines().toList(), authorization);
      if (query == null) {
        answer(browserConnection.channel, "404 Not Found", page("Not found", "Page not found."));
      } else {
        browser = browserConnection.channel;
        keepOpen = true;
      }
      return query;
    } catch (IOException brokenOff) {
      browserConnections.remove(browserConnection);
      return null;
    } finally {
      if (!keepOpen) {
        closeQuietly(browserConnection.channel);
      }
    }
  }

  /** {@code GET /callback?... HTTP/1.1}, with our host and our state. */
  private @Nullable String query(List<String> head, PendingAuthorization authorization) {
    String[] line = head.isEmpty() ? new String[0] : head.get(0).split(" ");
    if (line.length != 3
        || !line[0].equals("GET")
        || !line[1].startsWith(path + "?")
        || !head.stream().anyMatch(this::namesUs)) {
      return null;
    }
    String query = line[1].substring(path.length() + 1);
    return List.of(query.split("&")).contains("state=" + authorization.state()) ? query : null;
  }

  /** Rejects DNS rebinding: a page that resolves its own name to this machine sends that name. */
  private boolean namesUs(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    return lower.startsWith("host:") && lower.substring("host:".length()).trim().equals(host);
  }

  /** Small enough for the socket's send buffer. */
  private static void answer(SocketChannel channel, String status, String body) throws IOException {
    String head =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/html; charset=utf-8"
            + "\r\nContent-Length: "
            + body.length()
            + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer"
            + "\r\nX-Content-Type-Options: nosniff"
            + "\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n";
    channel.write(ByteBuffer.wrap((head + body).getBytes(StandardCharsets.US_ASCII)));
  }

  private static String page(String title, String text) {
    return "<!doctype html><title>" + title + "</title><p>" + text + "</p>";
  }

  /** Users read "Done" as success. */
  @Override
  public void granted() {
    respond(page("Done", "You can close this window."));
  }

  private void respond(String page) {
    SocketChannel waiting = browser;
    browser = null;
    if (waiting != null) {
      try {
        answer(waiting, "200 OK", page);
      } catch (IOException e) {
        // the browser is gone
      } finally {
        closeQuietly(waiting);
      }
    }
  }

  @Override
  public void close() {
    respond(page("Access was not granted", "Access was not granted. You can close this window."));
    closeQuietly(listener);
  }

  private static void closeQuietly(AutoCloseable channel) {
    try {
      channel.close();
    } catch (Exception e) {
      // it was closed before
    }
  }
}
