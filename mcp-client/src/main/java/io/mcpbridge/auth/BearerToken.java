package io.mcpbridge.auth;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.Sha256;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code Authorization: Bearer} with a token that is supplied for each request. */
public final class BearerToken implements Credentials {

  private final Supplier<? extends @Nullable String> token;

  private BearerToken(Supplier<? extends @Nullable String> token) {
    this.token = token;
  }

  /** A fixed token. */
  public static BearerToken of(String token) {
    Objects.requireNonNull(token, "token");
    return new BearerToken(() -> token);
  }

  /**
   * A token from a supplier, which runs on the thread that makes the request. An exception, or a
   * token that is {@code null}, blank or contains a line break, fails that request only.
   */
  public static BearerToken of(Supplier<? extends @Nullable String> token) {
    return new BearerToken(token);
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    String current = token.get();
    if (current == null || current.isBlank()) {
      throw new McpException(
          "no bearer token: the token supplier returned none ("
              + (current == null ? "null" : "a blank string")
              + ")");
    }
    if (current.indexOf('\r') >= 0 || current.indexOf('\n') >= 0) {
      throw new McpException(
          "no bearer token: the token supplier returned a token with a line break (a token"
              + " read from a file often ends with one)");
    }
    return Map.of("Authorization", "Bearer " + current);
  }

  /** Identifies the holder of this thread's current token by the token's digest. */
  @Override
  public @Nullable Object principal() {
    String current = token.get();
    return current == null ? null : Sha256.of(current);
  }

  @Override
  public String toString() {
    return "BearerToken[...]";
  }
}
