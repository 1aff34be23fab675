package io.mcpbridge.internal.http.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.HeaderRules;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Headers with a value per request.
 *
 * @param authority host and port of the server, for messages
 */
record SuppliedHeaders(
    Map<String, Supplier<? extends @Nullable String>> suppliers, String authority) {

  /** The current headers, without those that the call sets. */
  Map<String, String> current(Set<String> ofCall) {
    Map<String, String> headers = new LinkedHashMap<>();
    suppliers.forEach(
        (name, supplier) -> {
          String value =
              ofCall.stream().anyMatch(name::equalsIgnoreCase) ? null : value(name, supplier);
          if (value != null) {
            headers.put(name, value);
          }
        });
    return headers;
  }

  private @Nullable String value(String name, Supplier<? extends @Nullable String> supplier) {
    String subject = "the supplier of the header " + name + " for " + authority;
    String value;
    try {
      value = supplier.get();
    } catch (McpException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new McpException(subject + " failed with " + e.getClass().getSimpleName(), e);
    }
    try {
      HeaderRules.check(name, value == null ? "" : value);
    } catch (IllegalArgumentException e) {
      throw new McpException(subject + " returned an unusable value: " + e.getMessage(), e);
    }
    return value;
  }

  /**
   * Adds the digest of the values to the principal of the credentials, since the server may answer
   * each value differently.
   */
  @Nullable Object principal(@Nullable Object principal) {
    if (principal == null || suppliers.isEmpty()) {
      return principal;
    }
    try {
      return List.of(principal, Sha256.of(Json.write(current(Set.of()))));
    } catch (RuntimeException unknown) {
      return null; // the request reports the failure
    }
  }
}
