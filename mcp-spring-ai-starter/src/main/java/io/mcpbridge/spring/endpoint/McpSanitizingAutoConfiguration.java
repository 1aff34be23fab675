package io.mcpbridge.spring.endpoint;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Keeps secrets of servers out of the actuator, also where the application shows values there. */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public class McpSanitizingAutoConfiguration {

  /** Looks at the properties of servers alone. */
  @Bean
  SanitizingFunction mcpSanitizingFunction() {
    return new HiddenSecrets();
  }
}
