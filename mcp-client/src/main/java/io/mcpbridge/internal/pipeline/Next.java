package io.mcpbridge.internal.pipeline;

/** What a call does after a step. */
public abstract class Next {

  /** Go on to the next step. */
  public static final Next PROCEED = new Direction();

  /** Go back through the steps that have run. */
  public static final Next RETURN = new Direction();

  /** Run this step and those after it once more. */
  public static final Next AGAIN = new Direction();

  Next() {}

  private static final class Direction extends Next {}
}
