package io.mcpbridge.transport;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;

/**
 * Creates the exceptions for a request that got no response.
 *
 * @param address the server
 * @param subject the request's method
 */
record NoResponse(String address, String subject) {

  McpTimeoutException timedOut(Deadline deadline) {
    return new McpTimeoutException(
        address + ": no answer to " + subject + " within " + deadline.described());
  }

  McpCancelledException interrupted(InterruptedException cause) {
    return new McpCancelledException(
        address + ": the thread that waited for the answer to " + subject + " was interrupted",
        cause);
  }

  McpCancelledException abandoned() {
    return new McpCancelledException(address + ": " + subject + " was cancelled");
  }
}
