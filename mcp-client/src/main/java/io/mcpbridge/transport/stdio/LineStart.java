package io.mcpbridge.transport.stdio;

/** Finds where a line really begins: after a byte order mark, white space and terminal colors. */
final class LineStart {

  private LineStart() {}

  /** The index of the first relevant byte, or the end of the line. */
  static int of(byte[] buffer, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end) {
      int next = after(buffer, i, end);
      if (next == i) {
        return i;
      }
      i = next;
    }
    return end;
  }

  private static int after(byte[] buffer, int i, int end) {
    byte b = buffer[i];
    if (b == ' ' || b == '\t' || b == '\r') {
      return i + 1;
    }
    if (b == (byte) 0xEF && startsWith(buffer, i, end, (byte) 0xBB, (byte) 0xBF)) {
      return i + 3;
    }
    return b == 0x1B && startsWith(buffer, i, end, (byte) '[') ? afterSequence(buffer, i, end) : i;
  }

  private static boolean startsWith(byte[] buffer, int i, int end, byte... following) {
    if (i + following.length >= end) {
      return false;
    }
    for (int k = 0; k < following.length; k++) {
      if (buffer[i + 1 + k] != following[k]) {
        return false;
      }
    }
    return true;
  }

  /** ECMA-48, 5.4: a control sequence ends with a byte from 0x40 to 0x7E. */
  private static int afterSequence(byte[] buffer, int i, int end) {
    for (int k = i + 2; k < end; k++) {
      if (buffer[k] >= 0x40 && buffer[k] <= 0x7E) {
        return k + 1;
      }
    }
    return end;
  }
}
