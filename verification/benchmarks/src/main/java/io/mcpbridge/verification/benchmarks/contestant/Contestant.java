package io.mcpbridge.verification.benchmarks.contestant;

import java.time.Duration;

/** A way to talk to an MCP server from Java. */
public enum Contestant {
  /** As little as can be done: bytes out, bytes in, no parser. The floor. */
  RAW("Floor") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return peer.isHttp() ? new RawHttp(peer.url()) : new RawPipe(peer.command());
    }
  },
  /** This project. */
  BRIDGE("MCP Bridge") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new Bridge(peer, timeout);
    }
  },
  /** The official Java SDK, blocking. */
  JAVA_SDK("Java SDK") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new JavaSdk(peer, timeout);
    }
  },
  /** langchain4j-mcp. */
  LANGCHAIN4J("LangChain4j") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new LangChain4j(peer, timeout);
    }
  };

  private final String title;

  Contestant(String title) {
    this.title = title;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /**
   * Connects and greets.
   *
   * @param timeout the most one call may take, where that can be set
   */
  public abstract Session connect(Peer peer, Duration timeout) throws Exception;
}
