package io.mcpbridge.verification.springai;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Modes: {@code --spring.ai.mcp.server.protocol=STREAMABLE}, {@code STATELESS} or {@code SSE}. */
@SpringBootApplication
public class SpringAiServer {

  /** Serves until it is stopped. */
  public static void main(String[] args) {
    SpringApplication.run(SpringAiServer.class, args);
  }
}
