package io.mcpbridge.samples.model;

/** The request is not a chat completion request; answered with status 400. */
final class InvalidRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String param;

  /**
   * @param param the offending place in the request, such as {@code messages[2].role}; empty if
   *     none
   */
  InvalidRequestException(String param, String message) {
    super(message);
    this.param = param;
  }

  String param() {
    return param;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
