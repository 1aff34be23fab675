package io.mcpbridge.spring.boot.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Matches if a type of result store is configured. */
final class OnResultStore extends SpringBootCondition {

  private static final String NAME = "mcp.client.result-store.type";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    String type = context.getEnvironment().getProperty(NAME, "none");
    boolean isSet = StringUtils.hasText(type) && !type.strip().equalsIgnoreCase("none");
    return new ConditionOutcome(isSet, ConditionMessage.of(NAME + " is " + type));
  }
}
