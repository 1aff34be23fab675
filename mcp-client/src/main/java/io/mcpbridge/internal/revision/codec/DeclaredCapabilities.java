package io.mcpbridge.internal.revision.codec;

import static io.mcpbridge.model.ClientCapability.ELICITATION_FORM;
import static io.mcpbridge.model.ClientCapability.ELICITATION_URL;
import static io.mcpbridge.model.ClientCapability.ROOTS;
import static io.mcpbridge.model.ClientCapability.SAMPLING;
import static io.mcpbridge.model.ClientCapability.SAMPLING_CONTEXT;
import static io.mcpbridge.model.ClientCapability.SAMPLING_TOOLS;

import io.mcpbridge.model.ClientCapability;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the client's capabilities for a revision; omits those that the revision does not
 * define.
 */
public enum DeclaredCapabilities {
  /** 2024-11-05 and 2025-03-26. */
  ROOTS_AND_SAMPLING(EnumSet.of(ROOTS, SAMPLING)),

  /** 2025-06-18: elicitation without modes. */
  WITH_FORMS(EnumSet.of(ROOTS, SAMPLING, ELICITATION_FORM)),

  /** 2025-11-25: elicitation modes, tools in sampling. */
  WITH_MODES(EnumSet.allOf(ClientCapability.class)),

  /** 2026-07-28: as before, but without notifications of changed roots. */
  PER_REQUEST(EnumSet.allOf(ClientCapability.class));

  private static final Set<ClientCapability> ELICITATION =
      EnumSet.of(ELICITATION_FORM, ELICITATION_URL);

  private final Set<ClientCapability> defined;

  DeclaredCapabilities(Set<ClientCapability> defined) {
    this.defined = defined;
  }

  /** Whether the declared capabilities cover all required ones. */
  public boolean cover(Set<ClientCapability> supported, Set<ClientCapability> required) {
    return defined.containsAll(required) && supported.containsAll(required);
  }

  /**
   * The capabilities object to send. Extensions are declared to servers of all revisions: the field
   * is in the schema since 2026-07-28, and earlier ones allow further members.
   */
  public Map<String, @Nullable Object> of(ClientIdentity client) {
    Set<ClientCapability> declared = EnumSet.copyOf(defined);
    declared.retainAll(client.capabilities());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    if (declared.contains(ROOTS)) {
      json.put("roots", this == PER_REQUEST ? Map.of() : Map.of("listChanged", true));
    }
    if (declared.contains(SAMPLING)) {
      Map<String, @Nullable Object> sampling = new LinkedHashMap<>();
      if (declared.contains(SAMPLING_CONTEXT)) {
        sampling.put("context", Map.of());
      }
      if (declared.contains(SAMPLING_TOOLS)) {
        sampling.put("tools", Map.of());
      }
      json.put("sampling", sampling);
    }
    if (declared.stream().anyMatch(ELICITATION::contains)) {
      Map<String, @Nullable Object> elicitation = new LinkedHashMap<>();
      if (this != WITH_FORMS && declared.contains(ELICITATION_FORM)) {
        elicitation.put("form", Map.of());
      }
      if (declared.contains(ELICITATION_URL)) {
        elicitation.put("url", Map.of());
      }
      json.put("elicitation", elicitation);
    }
    if (!client.extensions().isEmpty()) {
      json.put("extensions", client.extensions());
    }
    return json;
  }
}
