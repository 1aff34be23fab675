package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parses the members that tasks have in every revision. */
public final class TaskReader {

  private TaskReader() {}

  public static String id(JsonObject task) {
    String id = task.string("taskId");
    if (id == null) {
      throw new McpProtocolException("the server created a task without a taskId");
    }
    return id;
  }

  /**
   * @throws McpTaskLostException if the server cancelled the task
   */
  public static String status(JsonObject task) {
    String status = task.string("status");
    if (status == null) {
      throw new McpProtocolException("the server sent a task without a status");
    }
    if (status.equals("cancelled")) {
      throw new McpTaskLostException("the server cancelled the task" + message(task));
    }
    return status;
  }

  public static McpProtocolException unknownStatus(String status) {
    return new McpProtocolException(
        "the server reports the task as \""
            + ServerText.line(status)
            + "\", which is not a task status");
  }

  public static @Nullable Duration interval(JsonObject task, String member) {
    Long millis = task.integer(member);
    return millis == null || millis < 0 ? null : Duration.ofMillis(millis);
  }

  /** The server's status message as a suffix for a sentence. */
  public static String message(JsonObject task) {
    String message = task.string("statusMessage");
    return message == null ? "" : ": " + ServerText.line(message);
  }

  /**
   * @throws McpTaskLostException if the error says that the task does not exist or no longer exists
   */
  public static void refuseLost(@Nullable JsonRpcError error) {
    if (error != null && error.code() == JsonRpcError.INVALID_PARAMS) {
      throw new McpTaskLostException(
          "the server no longer knows the task: " + ServerText.line(error.message()));
    }
  }
}
