package io.mcpbridge.arguments;

/**
 * How a model's tool arguments are processed before they are sent. Under every policy the text must
 * be a JSON object.
 *
 * <p>The default is {@link #REPAIR_AND_CHECK}: the model wrote the arguments for this very schema,
 * so a mismatch is nearly always its mistake, and an error that names the field lets it correct the
 * call without a round trip to the server. Servers' schemas are often wrong, too: use {@link
 * #REPAIR} for a server that accepts more than its schema allows, and {@link #PASS} for one that
 * accepts what its schema excludes.
 */
public enum ArgumentPolicy {
  /**
   * Repairs unambiguous mismatches; rejects what still does not match, with an error for the model.
   */
  REPAIR_AND_CHECK,
  /** Rejects what does not match, with an error for the model, and repairs nothing. */
  CHECK,
  /** Repairs unambiguous mismatches and sends the rest unchanged: the server decides. */
  REPAIR,
  /** Sends the arguments as the model wrote them: the server decides. */
  PASS
}
