package io.mcpbridge.spring.boot;

import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.Optional;

/**
 * A program to start, of which some settings may change while it runs: how it is spoken to and
 * stopped. They count from its next start on; the process that there is goes on.
 */
final class ProgramTransport implements Transport {

  private volatile Transport next;

  ProgramTransport(Transport first) {
    this.next = first;
  }

  /** Starts the same program with other settings from now on. */
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
  public Optional<Duration> silenceIsAnAnswerAfter() {
    return next.silenceIsAnAnswerAfter();
  }

  @Override
  public String toString() {
    return next.toString();
  }
}
