package io.mcpbridge.verification.benchmarks.micro;

import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.verification.benchmarks.server.Answers;

/** Passes bytes to the server and back in memory. */
final class MemoryTransport implements Transport {

  private final Answers server;
  private final JsonReader reader = new JsonReader(JsonLimits.defaults());

  MemoryTransport(Answers server) {
    this.server = server;
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return new MemoryChannel(new Correlator(address(), listener));
  }

  @Override
  public String address() {
    return "memory:";
  }

  private final class MemoryChannel implements Channel {

    private final Correlator correlator;

    MemoryChannel(Correlator correlator) {
      this.correlator = correlator;
    }

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      Exchange exchange = correlator.open(request, notice -> {});
      send(request, deadline);
      return exchange;
    }

    @Override
    public void send(Outbound message, Deadline deadline) {
      byte[] answer = server.to(message.message().toBytes());
      if (answer != null) {
        Object json = reader.read(answer, 0, answer.length);
        correlator.deliver(JsonRpcMessage.from(JsonObject.of(json)));
      }
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // nothing to close
    }
  }
}
