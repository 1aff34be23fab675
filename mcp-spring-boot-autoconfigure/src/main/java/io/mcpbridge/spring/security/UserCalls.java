package io.mcpbridge.spring.security;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PingRequest;

/**
 * Marks calls on the thread that makes them, so that the credentials can tell them from list
 * requests, which are also sent in the background.
 */
final class UserCalls implements Interceptor {

  private static final ThreadLocal<Boolean> CALLING = new ThreadLocal<>();

  /** Whether the current request is made for a user. */
  static boolean isOnThisThread() {
    return CALLING.get() != null;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (isOnThisThread() || isForNobody(chain.request())) {
      return chain.proceed(chain.request());
    }
    CALLING.set(true);
    try {
      return chain.proceed(chain.request());
    } finally {
      CALLING.remove();
    }
  }

  private static boolean isForNobody(McpRequest<?> request) {
    return request instanceof PaginatedRequest || request instanceof PingRequest;
  }
}
