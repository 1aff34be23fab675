package io.mcpbridge.approval;

import io.mcpbridge.error.McpException;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.internal.pipeline.InputPendingException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.InputRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The forms and URLs of servers (elicitation) that wait for their users, in the store of {@link
 * McpApprovals}: a page, a chat or another instance of the application shows and answers them.
 *
 * <pre>{@code
 * McpElicitations elicitations = approvals.elicitations();
 * InputHandlers.builder().elicitForm(elicitations::handle).elicitUrl(elicitations::handle).build();
 *
 * elicitations.ofUser("ada").forEach(form -> show(form.id(), form.message(), form.fields()));
 * elicitations.answer(id, "ada", ElicitResult.accept(Map.of("city", "Oslo")));
 * }</pre>
 *
 * <p>The call of the server waits meanwhile, and its timeout counts: an elicitation is canceled
 * when nine tenths of what was left of it are over, so that the server can still answer the call;
 * after 5 minutes, if the call is unknown. It is also withdrawn when the server no longer needs it.
 *
 * <p>With {@link McpApprovals.Builder#suspendFor}, a call of a catalog whose approval policy has
 * these {@link McpApprovals} for its handler does not wait, if the server has ended it (2026-07-28,
 * multi round-trip requests; 2025-11-25, URL elicitation required error): it is suspended as one
 * that needs approval is, and goes on with {@link McpApprovals#resume} when all is answered.
 * Thread-safe.
 */
public final class McpElicitations {

  private static final Logger log = LoggerFactory.getLogger(McpElicitations.class);

  private static final Duration TIME_OF_UNKNOWN_CALL = Duration.ofMinutes(5);

  private final McpApprovals approvals;
  private final ApprovalEntries entries;
  private final WaitingCalls waitingCalls;

  McpElicitations(McpApprovals approvals, ApprovalEntries entries, WaitingCalls waitingCalls) {
    this.approvals = approvals;
    this.entries = entries;
    this.waitingCalls = waitingCalls;
  }

  /**
   * The handler of forms and URLs, for {@link io.mcpbridge.input.InputHandlers.Builder#elicitForm}
   * and {@code elicitUrl}. Blocks until the user answers; {@code cancel} if they do not in time.
   *
   * @throws io.mcpbridge.error.McpInputRefusedException if the request is of another kind, or too
   *     long to be stored
   * @throws McpException if the store fails
   */
  public ElicitResult handle(InputRequest request, InputContext context) {
    if (context.isSuspendable() && approvals.isSuspending()) {
      String unused = PendingElicitation.json(request); // refuses what cannot be stored
      throw new InputPendingException(approvals);
    }
    Duration time = time(context.deadline());
    PendingApproval entry = stored(request, context, time);
    CompletableFuture<ElicitResult> answer = waitingCalls.addElicitation(entry);
    PendingElicitation elicitation = new PendingElicitation(entry);
    log.info("An elicitation waits for its user (McpElicitations): {}", elicitation);
    approvals.tell(listener -> listener.elicitationRequested(elicitation));
    boolean isInterrupted = false;
    try {
      try {
        return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        log.info("An elicitation was not answered in time: {}", elicitation);
      } catch (InterruptedException e) { // the server no longer needs it
        isInterrupted = true;
      }
      if (!answer.cancel(true)) { // ends it, unless it was answered at this moment
        return answer.join();
      }
      PendingApproval last = entries.readElicitation(entry.id());
      return last == null ? ElicitResult.cancel() : PendingElicitation.resultOf(last);
    } catch (ExecutionException e) {
      throw new McpException("the elicitation could not be looked up", e.getCause());
    } finally {
      removeContent(entry.id());
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The server gets what the user entered; nothing else needs it. */
  private void removeContent(String id) {
    try {
      entries.change(id, entries::removeContent);
    } catch (RuntimeException e) {
      log.warn("The answer to the elicitation {} stays in the store until it is removed", id, e);
    }
  }

  private static Duration time(@Nullable Instant deadline) {
    return deadline == null
        ? TIME_OF_UNKNOWN_CALL
        : Duration.between(Instant.now(), deadline).dividedBy(10).multipliedBy(9);
  }

  private PendingApproval stored(InputRequest request, InputContext context, Duration time) {
    String user = approvals.name(context.caller().user());
    String conversation = approvals.name(context.caller().conversationId());
    Instant now = entries.now();
    PendingApproval entry =
        PendingElicitation.waiting(
            UUID.randomUUID().toString(),
            request,
            context.caller(),
            user,
            conversation,
            now,
            now.plus(time.isNegative() ? Duration.ZERO : time),
            false);
    entries.insert(entry);
    return entry;
  }

  /** All that wait, the oldest first; at most 1,000. For those who may answer for others. */
  public List<PendingElicitation> all() {
    return list(null, any -> true);
  }

  /** Those of the user of the calling thread that wait, the oldest first. Empty without a user. */
  public List<PendingElicitation> ofCurrentUser() {
    Object user = approvals.currentUser();
    return user == null ? List.of() : ofUser(user);
  }

  /**
   * Those of a user that wait, the oldest first; at most 1,000.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public List<PendingElicitation> ofUser(Object user) {
    return list(PendingApproval.owner(approvals.name(user)), isOf(user));
  }

  private List<PendingElicitation> list(@Nullable String owner, Predicate<PendingApproval> filter) {
    return entries.listElicitations(owner, filter).stream().map(PendingElicitation::new).toList();
  }

  private Predicate<PendingApproval> isOf(Object user) {
    String name = approvals.name(user);
    return entry -> name != null && name.equals(entry.user());
  }

  /** An elicitation, in any state; those that are over are kept for a while. */
  public Optional<PendingElicitation> find(String id) {
    PendingApproval entry = entries.readElicitation(id);
    return entry == null
        ? Optional.empty()
        : Optional.of(new PendingElicitation(entries.current(entry)));
  }

  /**
   * An elicitation of a user, in any state.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public Optional<PendingElicitation> find(String id, Object user) {
    return find(id).filter(elicitation -> isOf(user).test(elicitation.entry()));
  }

  /** As {@link #answer}, as the user of the calling thread; false without one. */
  public boolean answerAsCurrentUser(String id, ElicitResult result) {
    Object user = approvals.currentUser();
    return user != null && answer(id, user, result);
  }

  /**
   * Answers an elicitation of a user, as that user. An accepted form gets the defaults of missing
   * fields.
   *
   * @return whether it waited, and was of this user. The first answer counts.
   * @throws IllegalArgumentException if the content does not match the requested schema; names the
   *     fields, and the elicitation still waits
   */
  public boolean answer(String id, Object user, ElicitResult result) {
    return answer(id, approvals.name(user), result, isOf(user));
  }

  /**
   * Answers an elicitation of any user, or of an unknown one: the caller checks who may. Only the
   * user should accept a URL, which is for their browser.
   *
   * @param approver for the record
   * @return whether it waited. The first answer counts.
   * @throws IllegalArgumentException as in {@link #answer}
   */
  public boolean answerAsApprover(String id, Object approver, ElicitResult result) {
    return answer(id, approvals.name(approver), result, any -> true);
  }

  private boolean answer(
      String id,
      @Nullable String decider,
      ElicitResult result,
      Predicate<PendingApproval> mayAnswer) {
    PendingApproval entry = entries.readElicitation(id);
    if (entry == null || entry.state() != ApprovalState.WAITING || !mayAnswer.test(entry)) {
      return false;
    }
    Map<String, @Nullable Object> changes = new HashMap<>();
    changes.put("decidedBy", decider);
    changes.put("action", result.action().name().toLowerCase(Locale.ROOT));
    changes.put("content", content(new PendingElicitation(entry), result));
    ApprovalState state =
        switch (result.action()) {
          case ACCEPT -> ApprovalState.ANSWERED;
          case DECLINE -> ApprovalState.DENIED;
          case CANCEL -> ApprovalState.WITHDRAWN;
        };
    PendingApproval answered = entries.decide(entry, state, changes);
    if (answered == null) {
      return false;
    }
    waitingCalls.settle(answered);
    approvals.tell(listener -> listener.elicitationEnded(new PendingElicitation(answered)));
    return true;
  }

  private static @Nullable String content(PendingElicitation elicitation, ElicitResult result) {
    if (result.action() != ElicitResult.Action.ACCEPT
        || !(elicitation.request() instanceof ElicitFormRequest form)) {
      return null;
    }
    FormSchema schema = FormSchema.of(form);
    Map<String, @Nullable Object> content =
        schema.withDefaults(result.content() == null ? Map.of() : result.content());
    List<String> problems = schema.problems(content);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the form does not match the requested schema: " + String.join("; ", problems));
    }
    String json = Json.write(content);
    if (!json.equals(UnicodeText.repaired(json))) {
      throw new IllegalArgumentException("the form is no Unicode text");
    }
    return json;
  }
}
