package io.mcpbridge.internal.concurrent;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Work for an executor that is refused if it cannot be run: there is no thread for it, or what the
 * thread has to prepare fails. Only the first run or refusal has an effect.
 */
public abstract class RefusableTask implements Runnable {

  private final AtomicBoolean begun = new AtomicBoolean();

  @Override
  public final void run() {
    if (begun.compareAndSet(false, true)) {
      begin();
    }
  }

  /**
   * Refuses the work.
   *
   * @param cause why it cannot be run
   * @return whether it had neither begun nor been refused
   */
  public final boolean refuse(Throwable cause) {
    boolean isFirst = begun.compareAndSet(false, true);
    if (isFirst) {
      refused(cause);
    }
    return isFirst;
  }

  /** Does the work. */
  protected abstract void begin();

  /** Called instead of {@link #begin}. */
  protected abstract void refused(Throwable cause);
}
