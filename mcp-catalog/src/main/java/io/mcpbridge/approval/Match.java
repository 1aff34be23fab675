package io.mcpbridge.approval;

import java.util.Collection;
import java.util.function.Function;

/** Whether something applies to a call, as far as that can be decided. */
enum Match {
  NO,
  UNKNOWN,
  YES;

  static Match of(boolean applies) {
    return applies ? YES : NO;
  }

  /** Both must apply. */
  Match and(Match other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** All must apply. */
  static <T> Match all(Collection<T> items, Function<T, Match> match) {
    Match worst = YES;
    for (T item : items) {
      Match next = match.apply(item);
      if (next == NO) {
        return NO;
      }
      worst = next.compareTo(worst) < 0 ? next : worst;
    }
    return worst;
  }

  /** One must apply. */
  static <T> Match any(Collection<T> items, Function<T, Match> match) {
    Match best = NO;
    for (T item : items) {
      Match next = match.apply(item);
      if (next == YES) {
        return YES;
      }
      best = next.compareTo(best) > 0 ? next : best;
    }
    return best;
  }
}
