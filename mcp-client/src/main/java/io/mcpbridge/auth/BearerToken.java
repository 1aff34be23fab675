package io.mcpbridge.auth;

import java.util.Map;
import java.util.function.Supplier;

/** {@code Authorization: Bearer} with a token that is asked for anew before each request. */
public final class BearerToken implements Credentials {

  private final Supplier<String> token;

  private BearerToken(Supplier<String> token) {
    this.token = token;
  }

  /** A token that does not change. */
  public static BearerToken of(String token) {
    return new BearerToken(() -> token);
  }

  /** A token from somewhere; the supplier runs on the thread that makes the request. */
  public static BearerToken from(Supplier<String> token) {
    return new BearerToken(token);
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return Map.of("Authorization", "Bearer " + token.get());
  }

  @Override
  public String toString() {
    return "BearerToken[...]";
  }
}
