package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;

/** A connected contestant. Thread-safe. */
public interface Session extends AutoCloseable {

  /** Calls the tool and returns the text of its result. */
  String call(Call call) throws Exception;

  /** Lists the tools and returns their number. */
  int listTools() throws Exception;
}
