package io.mcpbridge.result;

import org.jspecify.annotations.Nullable;

/**
 * Keeps tool results that are too long for a model for some time, so that the model can read on in
 * them with the tool {@code read_result}. Set it with {@code ToolCatalogBuilder.resultStore}.
 *
 * <p>Implement it for a store that instances of an application share. The keys are hashes of the
 * handle that the model gets, the user and the conversation: without each of them, the content
 * cannot be found. A store forgets contents after its time to live, and may forget them earlier;
 * the model then calls the tool again. Thread-safe; called on background threads of the catalog,
 * which may block: a call waits until its time limit for the store, and then goes on without it.
 */
public interface ResultStore {

  /**
   * Keeps a content.
   *
   * @param key of 64 letters and digits, never used before
   * @return whether it is kept: {@code false} if the store has no room for it
   * @throws RuntimeException if the store is unavailable; the result is shortened as without a
   *     store
   */
  boolean save(String key, String content);

  /**
   * Finds a content.
   *
   * @return the content as it was saved; {@code null} if there is none with this key, or its time
   *     is over
   * @throws RuntimeException if the store is unavailable
   */
  @Nullable String find(String key);
}
