package io.mcpbridge.spring.oauth.internal.store;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches if a token file is configured. A blank name counts as not set, so that a profile can
 * unset it.
 */
public final class OnTokenFile extends SpringBootCondition {

  private static final String NAME = "mcp.client.oauth.token-file.path";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    boolean named = StringUtils.hasText(context.getEnvironment().getProperty(NAME));
    return new ConditionOutcome(
        named, ConditionMessage.of(named ? "found " + NAME : "no token file is configured"));
  }
}
