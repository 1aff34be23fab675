package io.mcpbridge.spring.aot;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.time.Duration;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with Spring AI and the actuator that calls each of its tools and ends. Without
 * LangChain4j's own starter: what that scans for does not survive being prepared.
 */
@EnableAutoConfiguration(excludeName = "dev.langchain4j.spring.LangChain4jAutoConfig")
public class AotApplication {

  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(AotApplication.class, args)) {
      McpToolCallbackProvider tools = context.getBean(McpToolCallbackProvider.class);
      tools.awaitReady(Duration.ofSeconds(20));
      for (ToolCallback tool : tools.getToolCallbacks()) {
        System.out.println(tool.getToolDefinition().name() + " says " + tool.call("{}"));
      }
      System.out.println("prepared: " + AotDetector.useGeneratedArtifacts());
      System.out.println("endpoint: " + context.containsBean("mcpEndpoint"));
      System.out.println("health: " + context.containsBean("mcpHealthIndicator"));
    }
  }
}
