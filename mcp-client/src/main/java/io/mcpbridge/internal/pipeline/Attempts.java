package io.mcpbridge.internal.pipeline;

import io.mcpbridge.error.Delivery;

/**
 * The delivery of a request that may be sent several times. Immutable.
 *
 * @param current of this attempt
 * @param before the worst of the attempts before it
 */
public record Attempts(Delivery current, Delivery before) {

  /** Nothing was sent so far. */
  public static final Attempts NONE = new Attempts(Delivery.NOT_SENT, Delivery.NOT_SENT);

  /** Another attempt begins, of which nothing is sent yet. */
  public Attempts next() {
    return current == Delivery.NOT_SENT ? this : new Attempts(Delivery.NOT_SENT, worst());
  }

  /** Another attempt is about to be sent. */
  public Attempts sending() {
    return new Attempts(Delivery.SENT, worst());
  }

  /** More is known about this attempt. */
  public Attempts with(Delivery delivery) {
    return new Attempts(delivery, before);
  }

  /** The delivery of all attempts together. */
  public Delivery worst() {
    return current.compareTo(before) >= 0 ? current : before;
  }
}
