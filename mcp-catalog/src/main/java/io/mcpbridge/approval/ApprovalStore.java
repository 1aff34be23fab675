package io.mcpbridge.approval;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the calls of {@link McpApprovals}. Called on the thread that makes a call or decides, and
 * may block it. Called by several threads at once; each method is atomic. An exception refuses the
 * call, or fails the decision.
 */
public interface ApprovalStore {

  /**
   * Whether other processes may change the entries. Then calls that wait in this process are looked
   * up once a second, all at once.
   */
  boolean isShared();

  /** The time by which entries expire, which is that of the database if there is one. */
  Instant now();

  /** Adds an entry; also removes those that may be removed, from time to time. */
  void insert(StoredApproval approval);

  /** Finds an entry; {@code null} if there is none, or it cannot be read. */
  @Nullable StoredApproval find(String id);

  /** Finds the entries of these ids, in any order; those that cannot be read are left out. */
  List<StoredApproval> findAll(Collection<String> ids);

  /** Creates a store that forgets its entries with the process; at most 10,000. */
  static ApprovalStore inMemory() {
    return inMemory(InstantSource.system());
  }

  /** As {@link #inMemory()}, with another clock. */
  static ApprovalStore inMemory(InstantSource clock) {
    return new InMemoryApprovalStore(clock);
  }

  /**
   * Lists entries of these states, the oldest first.
   *
   * @param user as {@link StoredApproval#user}; {@code null} for those of all users
   * @param after the last entry of the page before; {@code null} for the first page
   * @param limit the maximum number of entries, of which fewer only come at the end
   */
  List<StoredApproval> list(
      Collection<ApprovalState> states,
      @Nullable String user,
      @Nullable StoredApproval after,
      int limit);

  /**
   * Lists entries with this {@link StoredApproval#conversation}, the oldest first.
   *
   * @param limit the maximum number
   */
  List<StoredApproval> listConversation(String conversation, int limit);

  /**
   * Replaces an entry if its version is still that of the previous one (compare-and-set).
   *
   * @param next has the next version
   * @param unlessExpired whether to replace it only if {@code previous} has not expired by {@link
   *     #now}
   * @return whether it was replaced
   */
  boolean replace(StoredApproval previous, StoredApproval next, boolean unlessExpired);
}
