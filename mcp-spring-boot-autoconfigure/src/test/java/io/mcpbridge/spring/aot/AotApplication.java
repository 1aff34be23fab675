package io.mcpbridge.spring.aot;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpReloadAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.endpoint.McpEndpointAutoConfiguration;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.spring.health.McpHealthAutoConfiguration;
import io.mcpbridge.spring.oauth.McpAuthorization;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.spring.observation.McpObservationAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application with everything that this starter configures for Spring AI and the actuator; it
 * calls each of its tools and exits.
 */
@ImportAutoConfiguration({
  McpClientAutoConfiguration.class,
  McpReloadAutoConfiguration.class,
  McpSpringAiAutoConfiguration.class,
  McpEndpointAutoConfiguration.class,
  McpEventAutoConfiguration.class,
  McpHealthAutoConfiguration.class,
  McpOAuthAutoConfiguration.class,
  McpObservationAutoConfiguration.class
})
public class AotApplication {

  @Bean
  ObservationRegistry observations() {
    return ObservationRegistry.create();
  }

  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(AotApplication.class, args)) {
      McpToolCallbackProvider tools = context.getBean(McpToolCallbackProvider.class);
      tools.awaitReady(Duration.ofSeconds(60));
      for (ToolCallback tool : tools.getToolCallbacks()) {
        System.out.println(tool.getToolDefinition().name() + " says " + tool.call("{}"));
      }
      System.out.println("tokens: " + context.getBean(McpAuthorization.class).servers());
      System.out.println("prepared: " + AotDetector.useGeneratedArtifacts());
      System.out.println("endpoint: " + context.containsBean("mcpEndpoint"));
      System.out.println("health: " + context.containsBean("mcpHealthIndicator"));
    }
  }
}
