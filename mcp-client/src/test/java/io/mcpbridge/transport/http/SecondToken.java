package io.mcpbridge.transport.http;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Provides another token after the first was refused. */
public final class SecondToken implements Credentials {

  public final List<Challenge> refusals = new CopyOnWriteArrayList<>();
  private final Predicate<Challenge> renews;

  public SecondToken() {
    this(refusal -> true);
  }

  /**
   * @param renews decides the result of {@link #renew}
   */
  public SecondToken(Predicate<Challenge> renews) {
    this.renews = renews;
  }

  boolean isRefused() {
    return !refusals.isEmpty();
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return Map.of("Authorization", isRefused() ? "new" : "old");
  }

  @Override
  public boolean renew(Challenge challenge) {
    refusals.add(challenge);
    return renews.test(challenge);
  }
}
