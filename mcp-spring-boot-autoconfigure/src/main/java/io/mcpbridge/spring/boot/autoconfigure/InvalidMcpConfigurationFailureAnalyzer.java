package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.configuration.InvalidMcpConfigurationException;
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
    extends AbstractFailureAnalyzer<InvalidMcpConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidMcpConfigurationException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
