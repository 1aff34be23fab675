package io.mcpbridge.verification.fuzz;

import java.util.ArrayList;
import java.util.List;

/** The application's operation while the server misbehaves. */
enum Operation {
  CALL("tools/call", 40),
  LIST_TOOLS("tools/list", 10),
  LIST_RESOURCES("resources/list", 4),
  LIST_TEMPLATES("resources/templates/list", 4),
  LIST_PROMPTS("prompts/list", 4),
  READ_RESOURCE("resources/read", 6),
  GET_PROMPT("prompts/get", 6),
  COMPLETE("completion/complete", 4),
  SUBSCRIBE("subscriptions/listen", 4),
  CATALOG_CALL("tools/call", 24),
  CATALOG_REFRESH("tools/list", 8),
  CATALOG_RESOURCES("resources/list", 4),
  MODEL_ARGUMENTS("", 8),
  CONNECT("", 6);

  private static final List<Operation> BY_WEIGHT = new ArrayList<>();

  static {
    for (Operation operation : values()) {
      for (int i = 0; i < operation.weight; i++) {
        BY_WEIGHT.add(operation);
      }
    }
  }

  private final String method;
  private final int weight;

  Operation(String method, int weight) {
    this.method = method;
    this.weight = weight;
  }

  /** Starting a process costs as much as a thousand calls, so it is rare. */
  static Operation of(Lane lane, Chance chance) {
    Operation drawn = chance.of(BY_WEIGHT);
    boolean costsAProcess = drawn == CONNECT && lane.wire() == Wire.STDIO;
    if (costsAProcess && !chance.oneIn(20)) {
      return CALL;
    }
    return drawn == SUBSCRIBE && !lane.isStateless() ? CALL : drawn;
  }

  /** The request whose response is mutated. */
  String method(Lane lane) {
    if (this == CONNECT) {
      return lane.isStateless() ? "server/discover" : "initialize";
    }
    return method;
  }

  /** Whether it uses a catalog instead of a client. */
  boolean isOfCatalog() {
    return this == CATALOG_CALL
        || this == CATALOG_REFRESH
        || this == CATALOG_RESOURCES
        || this == MODEL_ARGUMENTS;
  }
}
