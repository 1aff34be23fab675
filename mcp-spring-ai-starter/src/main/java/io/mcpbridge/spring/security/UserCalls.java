package io.mcpbridge.spring.security;

import io.mcpbridge.client.Interceptor;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PingRequest;

/**
 * Tells the credentials on this thread whether somebody calls, or only the lists of a server are
 * asked for, which is done in the background, too.
 */
final class UserCalls implements Interceptor {

  private static final ThreadLocal<Boolean> CALLING = new ThreadLocal<>();

  /** Whether what is being asked on this thread is asked for somebody. */
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
