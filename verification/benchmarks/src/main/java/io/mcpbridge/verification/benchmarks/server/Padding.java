package io.mcpbridge.verification.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Text as tools return it: lines, each with an escaped quotation mark and an escaped line end. */
final class Padding {

  private static final int LINE = 80;
  private static final byte[] LINE_JSON =
      ("0123456789 abcdefghijklmnopqrstuvwxyz ".repeat(2) + "\\\"\\n")
          .getBytes(StandardCharsets.US_ASCII);
  private static final Map<Integer, byte[]> MADE = new ConcurrentHashMap<>();

  private Padding() {}

  /** The actual number of characters for a requested size: complete lines only. */
  static int length(int size) {
    return lines(size) * (LINE_JSON.length - 2);
  }

  /** This number of characters, as encoded in a JSON string. */
  static byte[] json(int size) {
    return MADE.computeIfAbsent(size, Padding::make);
  }

  private static int lines(int size) {
    return (size + LINE - 1) / LINE;
  }

  private static byte[] make(int size) {
    byte[] json = new byte[lines(size) * LINE_JSON.length];
    for (int at = 0; at < json.length; at += LINE_JSON.length) {
      System.arraycopy(LINE_JSON, 0, json, at, LINE_JSON.length);
    }
    return json;
  }
}
