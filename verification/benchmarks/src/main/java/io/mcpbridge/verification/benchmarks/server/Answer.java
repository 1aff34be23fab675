package io.mcpbridge.verification.benchmarks.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One JSON-RPC message in three pieces, so that large ones need no copy.
 *
 * @param head the bytes before the padding
 * @param padding most of a large message, shared; empty otherwise
 * @param tail the bytes after the padding
 */
record Answer(byte[] head, byte[] padding, byte[] tail) {

  private static final byte[] NOTHING = new byte[0];

  static Answer of(String json) {
    return new Answer(json.getBytes(StandardCharsets.UTF_8), NOTHING, NOTHING);
  }

  int length() {
    return head.length + padding.length + tail.length;
  }

  byte[] toByteArray() {
    return ByteBuffer.allocate(length()).put(head).put(padding).put(tail).array();
  }
}
