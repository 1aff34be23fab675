package io.mcpbridge.verification.benchmarks.contestant;

import java.time.Duration;
import java.util.List;

/** A Java client for MCP servers, or a framework's tool on top of one. */
public enum Contestant {
  /** The minimum: bytes out, bytes in, no parser. The lower bound. */
  RAW("Floor") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      return peer.isHttp() ? new RawHttp(peer.url()) : new RawPipe(peer.command());
    }
  },
  /**
   * The lower bound over stdio of a client that multiplexes. Over HTTP the same as {@link #RAW}.
   */
  RAW_READER("Floor, reader thread") {
    @Override
    public Session connect(Peer peer, Duration timeout) throws Exception {
      Session session = RAW.connect(peer, timeout);
      if (session instanceof RawPipe pipe) {
        pipe.share();
      }
      return session;
    }
  },
  /** This project's client. */
  BRIDGE("MCP Bridge") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new Bridge(peer, timeout);
    }
  },
  /** This project's tool provider for LangChain4j. */
  BRIDGE_PROVIDER("MCP Bridge, provider") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new BridgeProvider(peer, timeout);
    }
  },
  /** This project's tool callback for Spring AI. */
  BRIDGE_CALLBACK("MCP Bridge, callback") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new BridgeCallback(peer, timeout);
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
  },
  /** The tool provider of langchain4j-mcp. */
  LANGCHAIN4J_PROVIDER("LangChain4j, provider") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new LangChain4jProvider(peer, timeout);
    }
  },
  /** The tool callback of spring-ai-mcp, on the Java SDK. */
  SPRING_AI_CALLBACK("Spring AI, callback") {
    @Override
    public Session connect(Peer peer, Duration timeout) {
      return new SpringAiCallback(peer, timeout);
    }
  };

  /** The clients and the lower bound. */
  public static final List<Contestant> CLIENTS = List.of(RAW, BRIDGE, JAVA_SDK, LANGCHAIN4J);

  private static final List<Contestant> TOOLS =
      List.of(
          RAW,
          RAW_READER,
          BRIDGE,
          BRIDGE_PROVIDER,
          BRIDGE_CALLBACK,
          LANGCHAIN4J_PROVIDER,
          SPRING_AI_CALLBACK);

  private final String title;

  Contestant(String title) {
    this.title = title;
  }

  /**
   * The tools of frameworks, this project's client that they are compared with, and the lower
   * bounds.
   */
  public static List<Contestant> tools(Peer peer) {
    return TOOLS.stream().filter(contestant -> contestant != RAW_READER || !peer.isHttp()).toList();
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
