package io.mcpbridge.verification.benchmarks.server;

/** Searches byte arrays. */
public final class Bytes {

  private Bytes() {}

  /** The index of a pattern, or -1. */
  public static int indexOf(byte[] in, byte[] pattern, int from, int to) {
    byte first = pattern[0];
    for (int i = from; i <= to - pattern.length; i++) {
      if (in[i] == first && matches(in, i, pattern)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean matches(byte[] in, int at, byte[] pattern) {
    for (int k = 1; k < pattern.length; k++) {
      if (in[at + k] != pattern[k]) {
        return false;
      }
    }
    return true;
  }
}
