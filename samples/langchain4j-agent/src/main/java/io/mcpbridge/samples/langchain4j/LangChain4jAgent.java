package io.mcpbridge.samples.langchain4j;

import io.mcpbridge.samples.terminal.TerminalApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A terminal agent with the tools of MCP servers. */
@SpringBootApplication
public class LangChain4jAgent {

  /** Answers the question in the arguments, or chats. */
  public static void main(String[] args) {
    TerminalApplication.run(
        LangChain4jAgent.class, args, context -> context.getBean(Assistant.class)::chat);
  }
}
