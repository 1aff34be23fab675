package io.mcpbridge.test.internal.server;

import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assigns faults to messages: those for the next messages first, then the permanent ones. */
public final class FaultPlan {

  private record Entry(@Nullable String method, Fault fault) {
    boolean matches(ReceivedMessage message) {
      return method == null
          ? message.message() instanceof JsonRpcRequest
          : method.equals(message.method());
    }
  }

  private final List<Entry> next = new ArrayList<>();
  private final List<Entry> lasting = new ArrayList<>();

  public synchronized void next(@Nullable String method, Fault fault) {
    next.add(new Entry(method, fault));
  }

  public synchronized void always(@Nullable String method, Fault fault) {
    lasting.add(new Entry(method, fault));
  }

  public synchronized void clear() {
    next.clear();
    lasting.clear();
  }

  synchronized @Nullable Fault forMessage(ReceivedMessage message) {
    for (Iterator<Entry> entries = next.iterator(); entries.hasNext(); ) {
      Entry entry = entries.next();
      if (entry.matches(message)) {
        entries.remove();
        return entry.fault();
      }
    }
    return lasting.stream()
        .filter(entry -> entry.matches(message))
        .findFirst()
        .map(Entry::fault)
        .orElse(null);
  }
}
