package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Bytes;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.nio.charset.StandardCharsets;

/** Handwritten messages: formats requests, and reads the minimum of responses. */
final class RawMessage {

  static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}";
  static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"tools/list\"}";

  private static final byte[] TEXT = "\"text\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ID = "\"id\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TOOL = "\"inputSchema\":".getBytes(StandardCharsets.US_ASCII);

  private RawMessage() {}

  static String call(long id, Call call) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
        + Call.TOOL
        + "\",\"arguments\":"
        + call.json()
        + "}}";
  }

  /** Finds, unescapes and decodes the text of the first content block. */
  static String text(byte[] json, int from, int to) {
    int start = Bytes.indexOf(json, TEXT, from, to) + TEXT.length;
    int end = start;
    boolean escapes = false;
    while (json[end] != '"') {
      boolean escape = json[end] == '\\';
      escapes |= escape;
      end += escape ? 2 : 1;
    }
    return escapes
        ? unescaped(json, start, end)
        : new String(json, start, end - start, StandardCharsets.UTF_8);
  }

  private static String unescaped(byte[] json, int start, int end) {
    byte[] plain = new byte[end - start];
    int length = 0;
    for (int i = start; i < end; i++) {
      byte b = json[i];
      if (b == '\\') {
        i++;
        b = json[i] == 'n' ? (byte) '\n' : json[i];
      }
      plain[length++] = b;
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  static long id(byte[] json, int from, int to) {
    long id = 0;
    int i = Bytes.indexOf(json, ID, from, to) + ID.length;
    for (; json[i] >= '0' && json[i] <= '9'; i++) {
      id = 10 * id + (json[i] - '0');
    }
    return id;
  }

  static int tools(byte[] json, int from, int to) {
    int count = 0;
    for (int i = from; (i = Bytes.indexOf(json, TOOL, i, to)) >= 0; i += TOOL.length) {
      count++;
    }
    return count;
  }
}
