package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;

/** A connected contestant; calls may come from many threads at once. */
public interface Session extends AutoCloseable {

  /** Calls the tool and returns the text of its answer. */
  String call(Call call) throws Exception;

  /** Lists the tools and returns how many there are. */
  int listTools() throws Exception;
}
