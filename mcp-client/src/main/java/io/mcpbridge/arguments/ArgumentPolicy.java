package io.mcpbridge.arguments;

/**
 * What is done with the arguments that a model wrote for a tool, before they are sent. Whatever the
 * policy, the text has to be a JSON object, since nothing else can be sent.
 *
 * <p>The default is {@link #REPAIR_AND_CHECK}. The model wrote the arguments after the very schema
 * that they are checked against, so what does not fit is nearly always the model's slip, and a
 * sentence that names the field mends it without a round trip to the server. But servers' schemas
 * are often wrong, too: for a server that takes more than its schema says there is {@link #REPAIR},
 * and {@link #PASS} for one that takes what its schema excludes.
 */
public enum ArgumentPolicy {
  /** Mends what is certain; what does not fit even then is not sent, and the model is told why. */
  REPAIR_AND_CHECK,
  /** Mends what is certain and sends the rest as it is: the server decides. */
  REPAIR,
  /** Sends what the model wrote: the server decides. */
  PASS
}
