package io.mcpbridge.spring.health;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Same as Spring Boot's condition for its own indicators, which moved between 3 and 4. */
final class OnMcpHealthEnabled implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    boolean defaultsEnabled =
        environment.getProperty("management.health.defaults.enabled", Boolean.class, true);
    return environment.getProperty("management.health.mcp.enabled", Boolean.class, defaultsEnabled);
  }
}
