package io.mcpbridge.internal.client.connection;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.revision.codec.ClientIdentity;
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
            () -> false,
            Workers.named("unused")));
  }
}
