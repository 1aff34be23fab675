package io.mcpbridge.spring.boot;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Where there is a file to read. */
final class OnConfigFiles extends AnyNestedCondition {

  OnConfigFiles() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnProperty("mcp.client.config-files.global")
  static class Global {}

  @ConditionalOnProperty("mcp.client.config-files.project")
  static class Project {}
}
