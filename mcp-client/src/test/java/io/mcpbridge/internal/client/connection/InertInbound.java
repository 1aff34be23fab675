package io.mcpbridge.internal.client.connection;

import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.model.Implementation;
import java.util.List;
import java.util.Set;

/** A listener for connections without unsolicited messages. */
final class InertInbound {

  static final CallsInFlight NO_CALLS =
      new CallsInFlight() {
        @Override
        public boolean any() {
          return false;
        }

        @Override
        public List<Call> callsThatMayNeedInput() {
          return List.of();
        }

        @Override
        public Call ofTask(String taskId) {
          return null;
        }
      };

  private InertInbound() {}

  static InboundHandler inboundHandler() {
    return new InboundHandler(
        null,
        new ServerRequestHandler(
            "fake",
            null,
            new ClientIdentity(Implementation.of("c", "1"), Set.of()),
            InputHandlers.none(),
            NO_CALLS,
            Workers.named("unused"),
            new MessageObservers("fake", "fake", List::of)));
  }
}
