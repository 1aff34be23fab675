package io.mcpbridge.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the one request that a browser comes back with. Others (a favourite icon, a scan of
 * ports, a page that guesses) are turned away and do not end the waiting.
 */
final class LoopbackReception implements AuthorizationPrompt.Reception {

  private static final int MAX_REQUEST_BYTES = 16_384;

  /** How long one look takes before it is seen whether the waiting is over. */
  private static final int LOOK_MILLIS = 100;

  /**
   * For a whole request. Browsers connect in advance and say nothing, others say it slowly; nobody
   * else shall wait for that long.
   */
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(1);

  private final ServerSocket socket;
  private final String path;
  private final Consumer<? super URI> show;
  private final Duration timeout;

  LoopbackReception(
      ServerSocket socket, String path, Consumer<? super URI> show, Duration timeout) {
    this.socket = socket;
    this.path = path;
    this.show = show;
    this.timeout = timeout;
  }

  @Override
  public URI redirectUri() {
    return URI.create("http://" + host() + path);
  }

  private String host() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  @Override
  public String await(PendingAuthorization authorization) {
    long end = System.nanoTime() + timeout.toNanos();
    show.accept(authorization.url());
    try {
      socket.setSoTimeout(LOOK_MILLIS);
      while (System.nanoTime() - end < 0) {
        if (Thread.currentThread().isInterrupted()) {
          throw new OAuthException("interrupted while a person was asked for permission");
        }
        String query = next(authorization, end);
        if (query != null) {
          return query;
        }
      }
    } catch (IOException e) {
      throw new OAuthException(
          "the listener for a person's answer failed: " + e.getClass().getSimpleName());
    }
    throw new OAuthException(
        "no permission was given in the browser within "
            + timeout
            + " (authorization server "
            + URI.create(authorization.issuer()).getHost()
            + ")");
  }

  /** The query of the next request, if it is the one that is waited for. */
  private @Nullable String next(PendingAuthorization authorization, long end) throws IOException {
    try (Socket browser = socket.accept()) {
      try {
        String query = query(head(browser, end), authorization);
        answer(browser, query);
        return query;
      } catch (IOException brokenOff) {
        return null;
      }
    } catch (SocketTimeoutException nobodyYet) {
      return null;
    }
  }

  /** What was sent before the empty line, or as much of it as is read. */
  private static List<String> head(Socket browser, long end) throws IOException {
    InputStream in = browser.getInputStream();
    long left = Math.min(end - System.nanoTime(), LONGEST_REQUEST.toNanos());
    long cutOff = System.nanoTime() + left;
    StringBuilder head = new StringBuilder();
    while (head.length() < MAX_REQUEST_BYTES && head.indexOf("\r\n\r\n") < 0) {
      browser.setSoTimeout(millisUntil(cutOff));
      int next = in.read();
      if (next < 0) {
        break;
      }
      head.append((char) next);
    }
    return head.toString().lines().toList();
  }

  private static int millisUntil(long cutOff) throws SocketTimeoutException {
    long left = cutOff - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("the request came too slowly");
    }
    return (int) Duration.ofNanos(left).toMillis() + 1; // 0 would be for ever
  }

  /** {@code GET /callback?... HTTP/1.1}, sent to us by name and with our state. */
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

  /** A page that made a name of its own stand for this machine has that name here. */
  private boolean namesUs(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    return lower.startsWith("host:") && lower.substring("host:".length()).trim().equals(host());
  }

  private static void answer(Socket browser, @Nullable String query) throws IOException {
    String body = query == null ? page("Not found", "Nothing is here.") : page(query);
    String head =
        (query != null ? "HTTP/1.1 200 OK" : "HTTP/1.1 404 Not Found")
            + "\r\nContent-Type: text/html; charset=utf-8"
            + "\r\nContent-Length: "
            + body.length()
            + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer"
            + "\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n";
    browser.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    browser.getOutputStream().flush();
  }

  /** "Done" is what people take for success. */
  private static String page(String query) {
    return RedirectAnswer.givesCode(query)
        ? page("Done", "You can close this window.")
        : page("No access was given", "No access was given. You can close this window.");
  }

  private static String page(String title, String text) {
    return "<!doctype html><title>" + title + "</title><p>" + text + "</p>";
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it was closed before
    }
  }
}
