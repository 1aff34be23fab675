package io.mcpbridge.verification.springai.server;

import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application that is also an MCP server, with one tool. */
@SpringBootApplication
class ServerApplication {

  @Bean
  ToolCallbackProvider ownTools() {
    return MethodToolCallbackProvider.builder().toolObjects(new Greeter()).build();
  }

  static final class Greeter {
    @Tool(description = "Greets")
    String greet() {
      return "hello";
    }
  }
}
