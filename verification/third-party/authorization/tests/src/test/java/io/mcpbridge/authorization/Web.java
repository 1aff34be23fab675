package io.mcpbridge.authorization;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** HTTP for the tests themselves, with a client that does not log and is not the one under test. */
final class Web {

  private Web() {}

  /**
   * @param cookies each {@code name=value}
   */
  record Answer(int status, String location, List<String> cookies, String body) {}

  static Answer send(String method, URI uri, String body, String... headers) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setRequestMethod(method);
      connection.setInstanceFollowRedirects(false);
      for (int i = 0; i < headers.length; i += 2) {
        connection.setRequestProperty(headers[i], headers[i + 1]);
      }
      if (body != null) {
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body.getBytes(StandardCharsets.UTF_8));
        }
      }
      int status = connection.getResponseCode();
      try (InputStream in =
          status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
        String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(status, connection.getHeaderField("Location"), cookies(connection), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> cookies(HttpURLConnection connection) {
    return connection.getHeaderFields().entrySet().stream()
        .filter(header -> "Set-Cookie".equalsIgnoreCase(header.getKey()))
        .flatMap(header -> header.getValue().stream())
        .map(cookie -> cookie.split(";")[0])
        .toList();
  }

  static String form(List<Map.Entry<String, String>> fields) {
    return fields.stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
