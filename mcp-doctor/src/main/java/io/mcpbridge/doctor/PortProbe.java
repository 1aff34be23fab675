package io.mcpbridge.doctor;

import io.mcpbridge.internal.text.ServerText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what listens at an address that answers with something other than HTTP: TLS, or a
 * service that introduces itself, such as SSH. Sends no credentials; nothing is trusted that the
 * peer sends.
 */
final class PortProbe {

  private static final int TIMEOUT_MILLIS = 500;
  private static final int MAX_BANNER_BYTES = 80;

  private PortProbe() {}

  /**
   * What listens there.
   *
   * @param description a clause
   * @param advice a sentence
   */
  record Peer(String description, String advice) {}

  /** What listens there; {@code null} if unknown. */
  static @Nullable Peer of(URI url) {
    if (url.getHost() == null) {
      return null;
    }
    boolean isHttps = "https".equals(url.getScheme());
    int port = url.getPort() >= 0 ? url.getPort() : isHttps ? 443 : 80;
    String authority = url.getHost() + ":" + port;
    String banner = firstBytes(url.getHost(), port, "");
    if (!banner.isEmpty()) {
      return new Peer(
          "another service listens at " + authority + ", which begins with \"" + banner + "\"",
          "Write host and port of the MCP server into `url`.");
    }
    if (isHttps) {
      String request = "OPTIONS / HTTP/1.1\r\nHost: " + authority + "\r\nConnection: close\r\n\r\n";
      String answer = firstBytes(url.getHost(), port, request);
      return answer.startsWith("HTTP/")
          ? new Peer(
              authority + " speaks HTTP without TLS",
              "Write the `url` with http://, or turn TLS on.")
          : null;
    }
    return speaksTls(url.getHost(), port)
        ? new Peer(authority + " expects TLS", "Write the `url` with https://.")
        : null;
  }

  /** What the peer sends first after these words; empty if nothing. */
  private static String firstBytes(String host, int port, String words) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
      byte[] bytes = new byte[MAX_BANNER_BYTES];
      int length = socket.getInputStream().read(bytes);
      return length <= 0
          ? ""
          : ServerText.line(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)).strip();
    } catch (IOException silent) {
      return "";
    }
  }

  private static boolean speaksTls(String host, int port) {
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, new SecureRandom());
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
        socket.startHandshake();
        return true;
      }
    } catch (IOException | GeneralSecurityException noTls) {
      return false;
    }
  }

  /** For the question whether the peer speaks TLS; no data is exchanged. */
  private static final class AnyCertificate implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
