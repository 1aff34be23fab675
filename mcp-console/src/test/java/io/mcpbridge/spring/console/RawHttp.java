package io.mcpbridge.spring.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests with a {@code Host} that the JDK's client would not send. */
final class RawHttp {

  private RawHttp() {}

  static String get(int port, String host, String path, String token) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              ("GET %s HTTP/1.1\r\nHost: %s\r\nMcp-Console-Token: %s\r\nConnection: close\r\n\r\n")
                  .formatted(path, host, token)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
