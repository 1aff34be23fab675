package io.mcpbridge.samples.web;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Sends the signed-in user's API key to the server {@code shop}, as a header. */
@Component
class ApiKeys implements McpServerCustomizer, Credentials {

  // in a real application from a database or a vault
  private final Map<String, String> keys = Map.of("ada", "key-of-ada", "bob", "key-of-bob");

  @Override
  public void http(String server, HttpTransportBuilder<?> transport) {
    if (server.equals("shop")) {
      transport.credentials(this);
    }
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    String key = keys.get(String.valueOf(principal()));
    return key == null ? Map.of() : Map.of("X-Api-Key", key);
  }

  @Override
  public @Nullable String principal() {
    Authentication user = SecurityContextHolder.getContext().getAuthentication();
    return user == null ? null : user.getName();
  }
}
