package io.mcpbridge.verification.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message to the server. Searches for a few members instead of parsing, since these clients write
 * compact JSON.
 *
 * @param id the unmodified id with its quotes; empty for a notification
 * @param method the method name
 * @param revision the revision that {@code initialize} requests
 * @param call the arguments of a tool call
 */
record Question(byte[] id, String method, String revision, Call call) {

  private static final byte[] ID = bytes("\"id\":");
  private static final byte[] METHOD = bytes("\"method\":\"");
  private static final byte[] REVISION = bytes("\"protocolVersion\":\"");
  private static final byte[] N = bytes("\"n\":");
  private static final byte[] SIZE = bytes("\"size\":");
  private static final byte[] DELAY = bytes("\"delayMillis\":");
  private static final byte[] TOGETHER = bytes("\"together\":");

  static Question parse(byte[] json, int from, int to) {
    String method = text(json, METHOD, from, to);
    return new Question(
        id(json, from, to),
        method,
        method.equals("initialize") ? text(json, REVISION, from, to) : "",
        new Call(
            number(json, N, from, to),
            (int) number(json, SIZE, from, to),
            (int) number(json, DELAY, from, to),
            (int) number(json, TOGETHER, from, to)));
  }

  private static byte[] id(byte[] json, int from, int to) {
    int start = after(json, ID, from, to);
    int end = start;
    while (end >= 0 && end < to && json[end] != ',' && json[end] != '}') {
      end++;
    }
    return start < 0 ? new byte[0] : Arrays.copyOfRange(json, start, end);
  }

  private static String text(byte[] json, byte[] name, int from, int to) {
    int start = after(json, name, from, to);
    int end = start;
    while (end >= 0 && end < to && json[end] != '"') {
      end++;
    }
    return start < 0 ? "" : new String(json, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static long number(byte[] json, byte[] name, int from, int to) {
    long value = 0;
    int start = after(json, name, from, to);
    for (int i = start; i >= 0 && i < to && json[i] >= '0' && json[i] <= '9'; i++) {
      value = 10 * value + (json[i] - '0');
    }
    return value;
  }

  private static int after(byte[] json, byte[] name, int from, int to) {
    int start = Bytes.indexOf(json, name, from, to);
    return start < 0 ? -1 : start + name.length;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
