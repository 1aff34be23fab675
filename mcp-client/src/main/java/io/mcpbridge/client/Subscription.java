package io.mcpbridge.client;

import io.mcpbridge.model.SubscriptionFilter;

/**
 * What a server tells as long as this is open, also after the connection was lost and another one
 * opened. To hear of something else, open another one first and close this one then.
 */
public interface Subscription extends AutoCloseable {

  /**
   * What the server agrees to tell at present: of what was asked, what it declares to offer and has
   * acknowledged. Nothing while it cannot be heard. What is missing has to be asked for from time
   * to time, if it matters.
   */
  SubscriptionFilter honoured();

  /**
   * Ends it: the server is told in its transport's way, and the listener hears nothing more once a
   * call under way is over. Takes at most seconds; harmless when repeated, also in the listener.
   */
  @Override
  void close();
}
