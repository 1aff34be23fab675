package io.mcpbridge.verification.benchmarks.contestant;

import java.time.Duration;

/** A Java client for MCP servers. */
public enum Contestant {
  /** The minimum: bytes out, bytes in, no parser. The lower bound. */
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

  /** The name in tables. */
  public String title() {
    return title;
  }

  /**
   * Connects and performs the handshake.
   *
   * @param timeout the timeout of one call, if configurable
   */
  public abstract Session connect(Peer peer, Duration timeout) throws Exception;
}
