package io.mcpbridge.approval;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that waits for a decision in {@link McpApprovals}. Immutable. */
public final class PendingApproval {

  private static final int MAX_VALUE_LENGTH = 200;

  private final String id;
  private final ApprovalRequest request;
  private final Instant created;

  PendingApproval(String id, ApprovalRequest request, Instant created) {
    this.id = id;
    this.request = request;
    this.created = created;
  }

  /** Identifies the call; random, so that it cannot be guessed. */
  public String id() {
    return id;
  }

  /** The call: its tool, arguments, user and conversation, and the rule that asks. */
  public ApprovalRequest request() {
    return request;
  }

  /** Since when it waits. */
  public Instant created() {
    return created;
  }

  /**
   * The call in words, for the person who decides, such as {@code Cancel order: Order 17, Reason
   * "late"}: the title of the tool, and each argument with its title. Both are the server's words.
   * Values are JSON, with invisible characters escaped. One of more than 200 characters is cut, and
   * its length follows; show {@link ApprovalRequest#argumentsJson}, too, where that matters.
   */
  public String question() {
    Tool tool = request.tool();
    Map<String, @Nullable Object> arguments = request.arguments();
    List<String> shown = new ArrayList<>();
    arguments.forEach(
        (name, value) ->
            shown.add((arguments.size() == 1 ? "" : title(tool, name) + " ") + shown(value)));
    String title = ServerText.line(tool.displayName(), MAX_VALUE_LENGTH);
    return shown.isEmpty() ? title : title + ": " + String.join(", ", shown);
  }

  private static String title(Tool tool, String argument) {
    Object title =
        tool.inputSchema().get("properties") instanceof Map<?, ?> properties
                && properties.get(argument) instanceof Map<?, ?> schema
            ? schema.get("title")
            : null;
    return ServerText.line(title instanceof String text ? text : argument, MAX_VALUE_LENGTH);
  }

  private static String shown(@Nullable Object value) {
    String json = Json.write(value);
    String shown = DisplayText.escapedLine(json, MAX_VALUE_LENGTH);
    return json.length() > MAX_VALUE_LENGTH ? shown + " (" + json.length() + " characters)" : shown;
  }

  /** Leaves out the values of arguments, so that it is safe to log. */
  @Override
  public String toString() {
    return id + ": " + request;
  }
}
