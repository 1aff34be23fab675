package io.mcpbridge.spring.boot.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches if a servers file is configured. A blank name counts as not set, so that a profile can
 * unset it.
 */
final class OnConfigFiles extends SpringBootCondition {

  private static final List<String> NAMES =
      List.of("mcp.client.config-files.global", "mcp.client.config-files.project");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    List<String> named =
        NAMES.stream()
            .filter(name -> StringUtils.hasText(context.getEnvironment().getProperty(name)))
            .toList();
    return new ConditionOutcome(
        !named.isEmpty(),
        ConditionMessage.of(
            named.isEmpty()
                ? "no servers file is configured"
                : "found " + String.join(", ", named)));
  }
}
