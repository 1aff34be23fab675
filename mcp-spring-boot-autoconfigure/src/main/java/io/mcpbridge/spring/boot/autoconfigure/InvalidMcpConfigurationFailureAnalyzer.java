package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.internal.configuration.BindFailures;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports which property or bean to change instead of a stack trace. Precedes Spring Boot's
 * analyzer of binding failures, which shows the value.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidMcpConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<RuntimeException> {

  private static final ConfigurationPropertyName CLIENT =
      ConfigurationPropertyName.of("mcp.client");

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
    InvalidMcpConfigurationException invalid =
        findCause(rootFailure, InvalidMcpConfigurationException.class);
    BindException failure = findCause(rootFailure, BindException.class);
    if (invalid == null && failure != null && CLIENT.isAncestorOf(failure.getName())) {
      invalid = BindFailures.withoutValue(failure);
    }
    return invalid == null
        ? null
        : new FailureAnalysis(String.valueOf(invalid.getMessage()), invalid.action(), invalid);
  }
}
