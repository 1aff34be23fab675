package io.mcpbridge.verification.benchmarks.contestant;

import java.time.Duration;

/** Who is compared in the first calls of a JVM: clients, and the tool providers of LangChain4j. */
public enum FirstCallContestant {
  /** The floor where the caller itself reads the answer. */
  RAW("Floor, caller reads") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return Contestant.RAW.connect(peer, timeout);
    }
  },
  /** The floor of a client that multiplexes. Over HTTP it is the same as the other. */
  RAW_READER("Floor, reader thread") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      Session session = Contestant.RAW.connect(peer, timeout);
      if (session instanceof RawPipe pipe) {
        pipe.share();
      }
      return session;
    }
  },
  /** The client of this project. */
  CLIENT("MCP Bridge, client") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return Contestant.BRIDGE.connect(peer, timeout);
    }
  },
  /** Its tool provider for LangChain4j. */
  PROVIDER("MCP Bridge, provider") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new BridgeProvider(peer, timeout);
    }
  },
  /** The tool provider of langchain4j-mcp. */
  LANGCHAIN4J_PROVIDER("LangChain4j, provider") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new LangChain4jProvider(peer, timeout);
    }
  };

  private final String title;

  FirstCallContestant(String title) {
    this.title = title;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /**
   * Connects.
   *
   * @param timeout the most one call may take
   */
  public abstract Session connect(Peer peer, Duration timeout) throws Exception;
}
