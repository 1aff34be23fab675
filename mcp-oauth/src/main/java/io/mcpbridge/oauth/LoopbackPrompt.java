package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.token.CallbackPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user at this machine: listens on a free port of the loopback address, shows the
 * authorization page, and receives the one request of the redirect (RFC 8252, section 7.3). For
 * desktop and terminal applications, not for servers.
 *
 * <p>The redirect URI is {@code http://127.0.0.1/callback}, at any port, for a client that you
 * registered manually: register exactly that. For dynamic registration, each authorization server
 * has a path of its own below it.
 */
public final class LoopbackPrompt implements AuthorizationPrompt {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
  private static final int BACKLOG = 50;

  private final Consumer<? super URI> show;
  private final Duration timeout;
  private final AtomicInteger port = new AtomicInteger();

  private LoopbackPrompt(Consumer<? super URI> show, Duration timeout) {
    this.show = show;
    this.timeout = timeout;
  }

  /** Opens the page in the default browser of the user who runs this application. */
  public static LoopbackPrompt openingBrowser() {
    return new LoopbackPrompt(Browser::open, DEFAULT_TIMEOUT);
  }

  /**
   * Shows the page in another way, such as by printing its URL.
   *
   * @param show called on a thread of its own; must not wait for the user. The URL holds the state:
   *     show it to the user only, and do not log it
   */
  public static LoopbackPrompt showing(Consumer<? super URI> show) {
    return new LoopbackPrompt(show, DEFAULT_TIMEOUT);
  }

  /**
   * A copy that waits this long for the user; default 5 minutes, at most a year.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public LoopbackPrompt withTimeout(Duration timeout) {
    return new LoopbackPrompt(show, OAuthCredentials.Builder.positive(timeout));
  }

  @Override
  public CallbackReceiver prepare() {
    return prepare(null);
  }

  @Override
  public CallbackReceiver prepare(@Nullable URI wished) {
    ServerSocketChannel listener =
        bound(wished == null || wished.getPort() < 0 ? port.get() : wished.getPort());
    port.set(listener.socket().getLocalPort());
    String path = wished == null ? null : wished.getRawPath();
    return new LoopbackCallbackReceiver(
        listener, path == null || path.isEmpty() ? CallbackPath.KNOWN : path, show, timeout);
  }

  /** Prefers the previous port: some authorization servers do not accept another one. */
  private static ServerSocketChannel bound(int before) {
    if (before > 0) {
      try {
        return listening(before);
      } catch (IOException taken) {
        // most authorization servers accept another port
      }
    }
    try {
      return listening(0);
    } catch (IOException e) {
      throw new OAuthException(
          "no port of the loopback address is free: " + e.getClass().getSimpleName());
    }
  }

  private static ServerSocketChannel listening(int port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return listener.bind(new InetSocketAddress(loopback, port), BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }
}
