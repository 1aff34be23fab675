package io.mcpbridge.approval;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form to fill in or a URL to visit that a server requests of a user, see {@link
 * McpElicitations}. All texts are the server's words, to be shown as text. Immutable, as it was
 * when it was read.
 */
public final class PendingElicitation {

  /** Bounds what a server can put into the store, in characters of JSON. */
  private static final int MAX_LENGTH = 100_000;

  private final PendingApproval entry;

  PendingElicitation(PendingApproval entry) {
    this.entry = entry;
  }

  /**
   * An entry that waits from now on.
   *
   * @param user {@code null} if unknown
   * @param conversation {@code null} if unknown
   * @param isSuspended whether the call has ended and goes on with the answer until it expires
   * @throws McpInputRefusedException if the request is of another kind, or too long
   */
  static PendingApproval waiting(
      String id,
      InputRequest request,
      CallerContext caller,
      @Nullable String user,
      @Nullable String conversation,
      Instant created,
      Instant expires,
      boolean isSuspended) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("user", user);
    members.put("conversation", conversation);
    members.put("server", caller.server());
    members.put("tool", caller.tool());
    members.put("elicitation", Json.readObject(json(request)));
    if (isSuspended) {
      members.put("runUntil", expires.toEpochMilli());
    }
    return PendingApproval.elicitation(id, created, expires, members);
  }

  /**
   * @throws McpInputRefusedException if the request is of another kind, or too long
   */
  static String json(InputRequest request) {
    Map<String, @Nullable Object> elicitation = new LinkedHashMap<>();
    if (request instanceof ElicitFormRequest form) {
      elicitation.put("message", DisplayText.plain(form.message()));
      elicitation.put("requestedSchema", form.requestedSchema());
    } else if (request instanceof ElicitUrlRequest visit) {
      elicitation.put("message", DisplayText.plain(visit.message()));
      elicitation.put("url", visit.url());
      elicitation.put("elicitationId", visit.elicitationId());
    } else {
      throw new McpInputRefusedException("McpElicitations does not handle " + request.method());
    }
    String json = UnicodeText.repaired(Json.write(elicitation));
    if (json.length() > MAX_LENGTH) {
      throw new McpInputRefusedException(
          "the elicitation is longer than " + MAX_LENGTH + " characters");
    }
    return json;
  }

  PendingApproval entry() {
    return entry;
  }

  /** Identifies it; random, so that it cannot be guessed. */
  public String id() {
    return entry.id();
  }

  /**
   * {@code WAITING}; {@code ANSWERED} if it was accepted, {@code DENIED} if it was declined, {@code
   * WITHDRAWN} if the user canceled it or the server no longer needs it, {@code EXPIRED}.
   */
  public ApprovalState state() {
    return entry.state();
  }

  /** The user of the call that needs it; {@code null} if unknown. */
  public @Nullable String user() {
    return entry.user();
  }

  /** The conversation that the call belongs to; {@code null} if unknown. */
  public @Nullable String conversation() {
    return entry.conversation();
  }

  /** The key of the server that asks. Show it to the user. */
  public String server() {
    return entry.server();
  }

  /** The name of the tool whose call needs it; {@code null} if unknown. */
  public @Nullable String tool() {
    return entry.content().string("tool");
  }

  private JsonObject elicitation() {
    return JsonObject.of(entry.content().map("elicitation"));
  }

  /** Why the server asks, without invisible characters and terminal sequences. */
  public String message() {
    return elicitation().string("message", "");
  }

  /** The request: an {@link ElicitFormRequest} or an {@link ElicitUrlRequest}. */
  public InputRequest request() {
    String url = url();
    return url == null
        ? new ElicitFormRequest(message(), elicitation().map("requestedSchema"), Map.of())
        : new ElicitUrlRequest(message(), url, elicitation().string("elicitationId"), Map.of());
  }

  /** The fields of the form in the server's order; empty for a URL. */
  public List<FormField> fields() {
    return request() instanceof ElicitFormRequest form ? FormSchema.of(form).fields() : List.of();
  }

  /**
   * The URL to visit, {@code http} or {@code https}; {@code null} for a form. Show the whole URL,
   * and let the user open it in their own browser.
   */
  public @Nullable String url() {
    return elicitation().string("url");
  }

  /** Since when it waits. */
  public Instant created() {
    return entry.created();
  }

  /** Until when it can be answered; of one that is over, when it may be removed. */
  public Instant expires() {
    return entry.expires();
  }

  /** Who answered it; {@code null} before that. */
  public @Nullable String answeredBy() {
    return entry.decidedBy();
  }

  /** What the server gets for an entry that is over. */
  static ElicitResult resultOf(PendingApproval entry) {
    return result(entry.content());
  }

  /** What {@link #toJson} wrote. */
  static ElicitResult result(JsonObject answer) {
    String content = answer.string("content");
    return switch (answer.string("action", "")) {
      case "accept" ->
          new ElicitResult(
              ElicitResult.Action.ACCEPT, content == null ? null : Json.readObject(content));
      case "decline" -> ElicitResult.decline();
      default -> ElicitResult.cancel();
    };
  }

  static Map<String, @Nullable Object> toJson(ElicitResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("action", result.action().name().toLowerCase(Locale.ROOT));
    json.put("content", result.content() == null ? null : Json.write(result.content()));
    return json;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PendingElicitation that && entry.equals(that.entry);
  }

  @Override
  public int hashCode() {
    return entry.hashCode();
  }

  /** Leaves out the message, the fields and the URL, so that it is safe to log. */
  @Override
  public String toString() {
    return id()
        + ": "
        + (url() == null ? "form" : "URL")
        + " of the MCP server \""
        + server()
        + '"';
  }
}
