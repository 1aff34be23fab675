package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import java.util.Locale;
import java.util.Map;

/**
 * A target, relative to another contestant.
 *
 * @param contestant the contestant to compare with
 * @param factor our value divided by theirs
 * @param atMost whether the factor is a maximum, or a minimum
 */
record Aim(Contestant contestant, double factor, boolean atMost) {

  static Aim atMost(double factor, Contestant contestant) {
    return new Aim(contestant, factor, true);
  }

  static Aim atLeast(double factor, Contestant contestant) {
    return new Aim(contestant, factor, false);
  }

  /** The target, and whether it is met. */
  String verdict(Map<Contestant, Double> values) {
    String aim = (atMost ? "≤ " : "≥ ") + factor + " × " + contestant.title() + ": ";
    Double ours = values.get(Contestant.BRIDGE);
    Double reference = values.get(contestant);
    if (ours == null) {
      return aim + "**failed**";
    }
    if (reference == null) {
      return aim + "met, as it fails";
    }
    double reached = ours / reference;
    boolean met = atMost ? reached <= factor : reached >= factor;
    return aim + String.format(Locale.ROOT, met ? "met, %.2f" : "**missed**, %.2f", reached);
  }
}
