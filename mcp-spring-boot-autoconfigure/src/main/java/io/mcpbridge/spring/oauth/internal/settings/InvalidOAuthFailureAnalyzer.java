package io.mcpbridge.spring.oauth.internal.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which property to change instead of a stack trace. */
final class InvalidOAuthFailureAnalyzer extends AbstractFailureAnalyzer<InvalidOAuthException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidOAuthException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
