package io.mcpbridge.samples.springai;

import io.mcpbridge.samples.terminal.TerminalApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A terminal chat with a model that has the tools of MCP servers. */
@SpringBootApplication
public class SpringAiChat {

  /** Answers the question in the arguments, or chats. */
  public static void main(String[] args) {
    TerminalApplication.run(SpringAiChat.class, args, context -> context.getBean(Chat.class)::ask);
  }
}
