package io.mcpbridge.thread;

/** Work for an executor that may find, on the thread that would run it, that it cannot be run. */
public interface RefusableTask extends Runnable {

  /**
   * Called instead of {@link #run()}.
   *
   * @param cause why it cannot be run
   */
  void refused(Throwable cause);
}
