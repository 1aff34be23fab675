package io.mcpbridge.model;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user to fill in a form ({@code elicitation/create}, form mode). Show which server asks,
 * and let the user review the answer, decline and cancel. Servers must not request secrets this way
 * (2026-07-28, client, elicitation).
 *
 * @param message why the server asks
 * @param requestedSchema a flat object schema of the fields
 * @param meta the request's {@code _meta}
 */
public record ElicitFormRequest(
    String message,
    Map<String, @Nullable Object> requestedSchema,
    Map<String, @Nullable Object> meta)
    implements InputRequest {

  @Override
  public String method() {
    return "elicitation/create";
  }

  @Override
  public Set<ClientCapability> requires() {
    return Set.of(ClientCapability.ELICITATION_FORM);
  }
}
