package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import java.util.Locale;
import java.util.Map;

/**
 * A target, relative to another contestant.
 *
 * @param whom the contestant to compare with
 * @param factor our value divided by theirs
 * @param atMost whether the factor is a maximum, or a minimum
 */
record Aim(Contestant whom, double factor, boolean atMost) {

  static Aim atMost(double factor, Contestant whom) {
    return new Aim(whom, factor, true);
  }

  static Aim atLeast(double factor, Contestant whom) {
    return new Aim(whom, factor, false);
  }

  /** The target, and whether it is met. */
  String judged(Map<Contestant, Double> values) {
    String aim = (atMost ? "≤ " : "≥ ") + factor + " × " + whom.title() + ": ";
    Double ours = values.get(Contestant.BRIDGE);
    Double theirs = values.get(whom);
    if (ours == null) {
      return aim + "**failed**";
    }
    if (theirs == null) {
      return aim + "met, as it fails";
    }
    double reached = ours / theirs;
    boolean met = atMost ? reached <= factor : reached >= factor;
    return aim + String.format(Locale.ROOT, met ? "met, %.2f" : "**missed**, %.2f", reached);
  }
}
