package io.mcpbridge.verification.benchmarks.contestant;

import java.time.Duration;

/** The contestants in the first calls of a JVM: clients, and LangChain4j tool providers. */
public enum FirstCallContestant {
  /** The lower bound of a client whose caller reads the response itself. */
  RAW("Floor, caller reads") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return Contestant.RAW.connect(peer, timeout);
    }
  },
  /** The lower bound of a client that multiplexes. Over HTTP the same as {@link #RAW}. */
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
  /** This project's client. */
  CLIENT("MCP Bridge, client") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return Contestant.BRIDGE.connect(peer, timeout);
    }
  },
  /** This project's tool provider for LangChain4j. */
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

  /** The name in tables. */
  public String title() {
    return title;
  }

  /**
   * Connects.
   *
   * @param timeout the timeout of one call
   */
  public abstract Session connect(Peer peer, Duration timeout) throws Exception;
}
