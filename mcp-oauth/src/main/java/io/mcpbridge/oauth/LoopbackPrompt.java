package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.token.CallbackPath;
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
 * registered manually: register exactly that, or set {@link #withRedirectUri}. For dynamic
 * registration, each authorization server has a path of its own below it.
 */
public final class LoopbackPrompt implements AuthorizationPrompt {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
  private static final int BACKLOG = 50;
  private static final String ADDRESS = "127.0.0.1";

  private final Consumer<? super URI> show;
  private final Duration timeout;
  private final @Nullable URI registeredUri;
  private final AtomicInteger port = new AtomicInteger();

  private LoopbackPrompt(
      Consumer<? super URI> show, Duration timeout, @Nullable URI registeredUri) {
    this.show = show;
    this.timeout = timeout;
    this.registeredUri = registeredUri;
  }

  /** Opens the page in the default browser of the user who runs this application. */
  public static LoopbackPrompt openingBrowser() {
    return new LoopbackPrompt(Browser::open, DEFAULT_TIMEOUT, null);
  }

  /**
   * Shows the page in another way, such as by printing its URL.
   *
   * @param show called on a thread of its own; must not wait for the user. The URL holds the state:
   *     show it to the user only, and do not log it
   */
  public static LoopbackPrompt showing(Consumer<? super URI> show) {
    return new LoopbackPrompt(show, DEFAULT_TIMEOUT, null);
  }

  /**
   * A copy that waits this long for the user; default 5 minutes, at most a year.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public LoopbackPrompt withTimeout(Duration timeout) {
    return new LoopbackPrompt(show, OAuthCredentialsBuilder.positive(timeout), registeredUri);
  }

  /**
   * A copy for a manually registered client whose authorization server accepts only one redirect
   * URI with this port, such as {@code http://localhost:3334/oauth/callback}. Dynamic registration
   * does not use it.
   *
   * @param uri at {@code localhost} or {@code 127.0.0.1}, with a port
   * @throws IllegalArgumentException if it is another one
   */
  public LoopbackPrompt withRedirectUri(URI uri) {
    boolean isLoopback = "localhost".equals(uri.getHost()) || ADDRESS.equals(uri.getHost());
    if (!"http".equals(uri.getScheme())
        || !isLoopback
        || uri.getPort() < 1
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "the redirect URI must have the form http://localhost:port/path: " + uri);
    }
    return new LoopbackPrompt(show, timeout, uri);
  }

  @Override
  public CallbackReceiver prepare() {
    return prepare(null);
  }

  @Override
  public CallbackReceiver prepare(@Nullable URI preferredUri) {
    if (preferredUri == null && registeredUri != null) {
      return prepareRegistered(registeredUri);
    }
    ServerSocketChannel listener =
        listenPreferring(
            preferredUri == null || preferredUri.getPort() < 0
                ? port.get()
                : preferredUri.getPort());
    port.set(listener.socket().getLocalPort());
    String path = preferredUri == null ? null : preferredUri.getRawPath();
    return new LoopbackCallbackReceiver(
        listener,
        ADDRESS,
        path == null || path.isEmpty() ? CallbackPath.KNOWN : path,
        show,
        timeout);
  }

  /** Another port would be refused by the authorization server. */
  private CallbackReceiver prepareRegistered(URI uri) {
    ServerSocketChannel listener;
    try {
      listener = listenAt(uri.getPort());
    } catch (IOException e) {
      throw new OAuthException(
          "port "
              + uri.getPort()
              + " of the registered redirect URI is not free: "
              + e.getClass().getSimpleName());
    }
    String path = uri.getRawPath();
    return new LoopbackCallbackReceiver(
        listener, uri.getHost(), path == null || path.isEmpty() ? "/" : path, show, timeout);
  }

  /** Prefers the previous port: some authorization servers do not accept another one. */
  private static ServerSocketChannel listenPreferring(int preferredPort) {
    if (preferredPort > 0) {
      try {
        return listenAt(preferredPort);
      } catch (IOException taken) {
        // most authorization servers accept another port
      }
    }
    try {
      return listenAt(0);
    } catch (IOException e) {
      throw new OAuthException(
          "no port of the loopback address is free: " + e.getClass().getSimpleName());
    }
  }

  private static ServerSocketChannel listenAt(int port) throws IOException {
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
