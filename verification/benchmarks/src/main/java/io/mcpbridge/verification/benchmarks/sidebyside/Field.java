package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Contestants, each in a process of its own, connected to one server. */
final class Field implements AutoCloseable {

  private final Peer peer;
  private final List<WorkerProcess> workers = new ArrayList<>();

  Field(Peer peer, List<Contestant> contestants) throws IOException {
    this.peer = peer;
    for (Contestant contestant : contestants) {
      workers.add(new WorkerProcess(contestant, peer));
    }
  }

  Peer peer() {
    return peer;
  }

  void warmUp(Effort effort) throws IOException {
    take(1, "warm " + effort.warmUpSeconds);
  }

  Samples take(int rounds, String measurement) throws IOException {
    return Samples.take(workers, rounds, measurement);
  }

  /** The processes of the clients, without the servers that they started. */
  List<ProcessHandle> clients() {
    return workers.stream().map(WorkerProcess::handle).toList();
  }

  /** The servers that the clients started. */
  List<ProcessHandle> servers() {
    return clients().stream().flatMap(ProcessHandle::descendants).toList();
  }

  @Override
  public void close() throws IOException {
    for (WorkerProcess worker : workers) {
      worker.close();
    }
  }
}
