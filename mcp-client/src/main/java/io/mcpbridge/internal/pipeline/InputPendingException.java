package io.mcpbridge.internal.pipeline;

/**
 * The handler of an input request of a call that {@linkplain
 * io.mcpbridge.input.InputContext#isSuspendable can be suspended} provides the input later.
 */
public final class InputPendingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Object store;

  /**
   * @param store where the call is to be stored
   */
  public InputPendingException(Object store) {
    super("the input follows later", null, false, false);
    this.store = store;
  }

  public Object store() {
    return store;
  }
}
