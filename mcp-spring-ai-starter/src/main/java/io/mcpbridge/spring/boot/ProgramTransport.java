package io.mcpbridge.spring.boot;

import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.Optional;

/**
 * Transport of a program whose communication and shutdown settings can change at runtime. Changes
 * apply from its next start; the running process is kept.
 */
final class ProgramTransport implements Transport {

  private volatile Transport next;

  ProgramTransport(Transport first) {
    this.next = first;
  }

  /** Uses other settings from the next start of the program. */
  void become(Transport other) {
    next = other;
  }

  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return next.open(mode, listener, deadline);
  }

  @Override
  public String address() {
    return next.address();
  }

  @Override
  public Optional<Duration> probeTimeout() {
    return next.probeTimeout();
  }

  @Override
  public String toString() {
    return next.toString();
  }
}
