package io.mcpbridge.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property to change instead of showing a stack trace. */
final class InvalidMcpServerFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidMcpServerException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidMcpServerException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
