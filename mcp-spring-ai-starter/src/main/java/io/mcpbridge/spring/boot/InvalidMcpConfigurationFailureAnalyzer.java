package io.mcpbridge.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property or bean to change instead of showing a stack trace. */
final class InvalidMcpConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidMcpConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidMcpConfigurationException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
