package io.mcpbridge.client;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.thread.Workers;
import java.util.Set;

/** A listener for connections without unsolicited messages. */
final class Deaf {

  private Deaf() {}

  static Incoming incoming() {
    return new Incoming(
        null,
        new Answerer(
            "fake",
            new ClientIdentity(Implementation.of("c", "1"), Set.of()),
            InputHandlers.none(),
            new UnderWay(),
            Workers.named("unused")));
  }
}
