package io.mcpbridge.spring.endpoint;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Sanitizes secrets of servers in the actuator, even if the application shows values there. */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public class McpSanitizingAutoConfiguration {

  /** Sanitizes only the properties of servers. */
  @Bean
  SanitizingFunction mcpSanitizingFunction() {
    return new SecretSanitizer();
  }
}
