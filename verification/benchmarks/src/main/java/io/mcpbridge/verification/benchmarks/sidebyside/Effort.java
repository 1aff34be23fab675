package io.mcpbridge.verification.benchmarks.sidebyside;

/**
 * How long to measure: briefly for a look, long enough to publish, or only provider and callback.
 */
enum Effort {
  QUICK(10, 5, 500, 3, 400, 3, 3),
  FULL(60, 15, 2_000, 7, 1_500, 7, 11),
  PROVIDER(15, 9, 3_000, 5, 250, 0, 0);

  final int warmUpSeconds;
  final int rounds;
  final int calls;
  final int busyRounds;
  final int busyMillis;
  final int largeRounds;
  final int coldStarts;

  Effort(
      int warmUpSeconds,
      int rounds,
      int calls,
      int busyRounds,
      int busyMillis,
      int largeRounds,
      int coldStarts) {
    this.warmUpSeconds = warmUpSeconds;
    this.rounds = rounds;
    this.calls = calls;
    this.busyRounds = busyRounds;
    this.busyMillis = busyMillis;
    this.largeRounds = largeRounds;
    this.coldStarts = coldStarts;
  }
}
