package io.mcpbridge.internal.http.call;

import io.mcpbridge.transport.Outbound;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpResponse;

/** Stateless requests (2026-07-28): a session id offered by the server is ignored. */
public enum NoSession implements Session {
  INSTANCE;

  @Override
  public void join(ClassicHttpRequest request, Outbound message) {}

  @Override
  public void join(ClassicHttpRequest request) {}

  @Override
  public boolean isOpenedBy(Outbound message) {
    return false;
  }

  @Override
  public boolean resumesAnswers() {
    return false;
  }

  @Override
  public void accepted(Outbound message, HttpResponse response) {}

  @Override
  public void forget() {}

  @Override
  public boolean isLost(ClassicHttpRequest request, ErrorStatusResponse errorStatusResponse) {
    return false;
  }

  @Override
  public void markLost(ClassicHttpRequest request) {}

  @Override
  public boolean announcesCancellation() {
    return false;
  }

  @Override
  public boolean terminate(ClassicHttpRequest delete) {
    return false;
  }
}
