package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * Shows an open circuit breaker in the server's state until it closes or the next trial call is
 * due. The server's health is unknown from then until the next call.
 */
record CircuitBreakerState(ServerLifecycle serverLifecycle, CatalogScheduler schedule)
    implements CircuitBreaker.Listener {

  @Override
  public void onOpen(Duration pause, String reason) {
    serverLifecycle.circuitOpen(reason);
    schedule.after(pause, () -> serverLifecycle.circuitHalfOpen(reason));
  }

  @Override
  public void onClosed() {
    serverLifecycle.circuitOpen(null);
  }
}
