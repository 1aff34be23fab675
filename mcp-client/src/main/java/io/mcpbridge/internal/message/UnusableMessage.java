package io.mcpbridge.internal.message;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimitException;
import io.mcpbridge.json.JsonLimits;

/** Creates the exceptions for unusable messages: the same for every transport. */
public final class UnusableMessage {

  private UnusableMessage() {}

  /**
   * The exception for data that is not JSON, is no message, or exceeds the limits.
   *
   * @param subject what was received, such as {@code the answer to tools/list to https://...}
   */
  public static McpException as(String subject, JsonException problem) {
    String text = subject + " cannot be used: " + problem.getMessage();
    return problem instanceof JsonLimitException limit
        ? new McpLimitException(text + advice(limit.limit()), problem)
        : new McpProtocolException(text, problem);
  }

  /**
   * The exception for a response that makes this library fail. Other calls are not affected,
   * whether the server or the library is at fault.
   *
   * @param subject what was received
   */
  public static McpException as(String subject, Throwable problem) {
    return problem instanceof StackOverflowError
        ? new McpLimitException(
            subject + " cannot be used: it is nested too deeply" + advice(JsonLimits.MAX_DEPTH),
            problem)
        : new McpProtocolException(
            subject + " cannot be used: reading it failed: " + problem, problem);
  }

  /**
   * The exception for a message that was skipped because it is too long.
   *
   * @param subject what was received
   * @param consequence how the message is handled
   */
  public static McpLimitException tooLong(String subject, JsonLimits limits, String consequence) {
    return new McpLimitException(
        subject
            + " has more than "
            + limits.maxMessageBytes()
            + " bytes and "
            + consequence
            + advice(JsonLimits.MAX_MESSAGE_BYTES));
  }

  private static String advice(String limit) {
    return (limit.equals(JsonLimits.MAX_DEPTH) ? "; change " : "; raise ")
        + limit
        + " if the server is right";
  }
}
