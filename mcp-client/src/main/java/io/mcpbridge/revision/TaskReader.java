package io.mcpbridge.revision;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parses the members that tasks have in every revision. */
final class TaskReader {

  private TaskReader() {}

  static String id(JsonObject task) {
    String id = task.string("taskId");
    if (id == null) {
      throw new McpProtocolException("the server began a task but did not say its taskId");
    }
    return id;
  }

  /**
   * @throws McpTaskLostException if the server cancelled the task
   */
  static String status(JsonObject task) {
    String status = task.string("status");
    if (status == null) {
      throw new McpProtocolException("the server does not say the status of a task");
    }
    if (status.equals("cancelled")) {
      throw new McpTaskLostException("the server cancelled the task" + message(task));
    }
    return status;
  }

  static McpProtocolException unknownStatus(String status) {
    return new McpProtocolException(
        "the server says that the task is \""
            + ServerText.line(status)
            + "\", which is no status of a task");
  }

  static @Nullable Duration interval(JsonObject task, String member) {
    Long millis = task.integer(member);
    return millis == null || millis < 0 ? null : Duration.ofMillis(millis);
  }

  /** The server's status message as a suffix for a sentence. */
  static String message(JsonObject task) {
    String message = task.string("statusMessage");
    return message == null ? "" : ": " + ServerText.line(message);
  }

  /**
   * @throws McpTaskLostException if the error says that the task does not exist or no longer exists
   */
  static void refuseLost(@Nullable JsonRpcError error) {
    if (error != null && error.code() == JsonRpcError.INVALID_PARAMS) {
      throw new McpTaskLostException(
          "the server no longer knows the task: " + ServerText.line(error.message()));
    }
  }
}
