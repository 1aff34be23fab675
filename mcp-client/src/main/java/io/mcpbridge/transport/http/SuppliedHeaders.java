package io.mcpbridge.transport.http;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Headers with a value per request, and the credentials, which take precedence. */
record SuppliedHeaders(
    Map<String, Supplier<? extends @Nullable String>> suppliers, Credentials credentials)
    implements Credentials {

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    Map<String, String> headers = current();
    headers.putAll(credentials.headersFor(request));
    return headers;
  }

  private Map<String, String> current() {
    Map<String, String> headers = new LinkedHashMap<>();
    suppliers.forEach(
        (name, supplier) -> {
          try {
            String value = supplier.get();
            if (value != null) {
              headers.put(name, value);
            }
          } catch (McpException e) {
            throw e;
          } catch (RuntimeException e) {
            throw new McpException(
                "the supplier of the header "
                    + name
                    + " failed with "
                    + e.getClass().getSimpleName(),
                e);
          }
        });
    return headers;
  }

  @Override
  public boolean renew(Challenge challenge) {
    return credentials.renew(challenge);
  }

  /** Includes the digest of the values, since the server may answer each value differently. */
  @Override
  public @Nullable Object principal() {
    Object principal = credentials.principal();
    return principal == null ? null : List.of(principal, Sha256.of(Json.write(current())));
  }

  /** Leaves out the credentials. */
  @Override
  public String toString() {
    return "SuppliedHeaders" + suppliers.keySet();
  }
}
