package io.mcpbridge.verification.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The random choices of one case, derived only from its seed and number, so that it can be
 * repeated.
 */
final class Chance {

  private final SplittableRandom random;

  /**
   * @param purpose separates the client's sequence from the server's
   */
  Chance(long seed, long number, String purpose) {
    long mixed = (seed * 31 + number) * 0x9E3779B97F4A7C15L + purpose.hashCode();
    this.random = new SplittableRandom(mixed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  void fill(byte[] bytes) {
    random.nextBytes(bytes);
  }
}
