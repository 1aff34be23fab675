package io.mcpbridge.approval;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an {@link ApprovalStore} keeps of a call. Immutable. */
public final class StoredApproval {

  private final String id;
  private final long version;
  private final ApprovalState state;
  private final String user;
  private final @Nullable String conversation;
  private final Instant created;
  private final Instant expires;
  private final String content;

  private StoredApproval(
      String id,
      long version,
      ApprovalState state,
      String user,
      @Nullable String conversation,
      Instant created,
      Instant expires,
      String content) {
    this.id = id;
    this.version = version;
    this.state = state;
    this.user = user;
    this.conversation = conversation;
    this.created = created;
    this.expires = expires;
    this.content = content;
  }

  /**
   * Creates an entry from what a store has read.
   *
   * @param user a hash
   * @param conversation a hash, or {@code null}
   * @param content in the format of {@link McpApprovals}
   */
  public static StoredApproval of(
      String id,
      long version,
      ApprovalState state,
      String user,
      @Nullable String conversation,
      Instant created,
      Instant expires,
      String content) {
    return new StoredApproval(id, version, state, user, conversation, created, expires, content);
  }

  /** At most 36 ASCII characters. */
  public String id() {
    return id;
  }

  /** Counts the changes of the entry, from 0. */
  public long version() {
    return version;
  }

  /** How far the call has got. */
  public ApprovalState state() {
    return state;
  }

  /** A hash of the user, 64 ASCII characters; the same for all unknown users. */
  public String user() {
    return user;
  }

  /**
   * A hash of the user and the conversation that waits for the result of a suspended call, 64 ASCII
   * characters; {@code null} if none does, or has it.
   */
  public @Nullable String conversation() {
    return conversation;
  }

  /** When the call was made, to the millisecond. */
  public Instant created() {
    return created;
  }

  /**
   * Until when the call may be decided and run, to the millisecond; of a call that runs, when it
   * counts as unknown; of one that is over, when it may be removed; of a remembered decision, until
   * when it applies.
   */
  public Instant expires() {
    return expires;
  }

  /** The call and the decision: any text. May contain secrets. */
  public String content() {
    return content;
  }

  @Override
  public String toString() {
    return id + " " + state + " (version " + version + ")";
  }
}
