package io.mcpbridge.client;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.thread.Workers;
import java.util.Set;

/** A listener for connections without unsolicited messages. */
final class Deaf {

  private Deaf() {}

  static InboundHandler inboundHandler() {
    return new InboundHandler(
        null,
        new ServerRequestHandler(
            "fake",
            new ClientIdentity(Implementation.of("c", "1"), Set.of()),
            InputHandlers.none(),
            new InFlightCounter(),
            Workers.named("unused")));
  }
}
