package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.RequiredServersException;
import io.mcpbridge.catalog.ServerStatus;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which servers are missing, why, and which properties there are for that. */
final class RequiredServersFailureAnalyzer
    extends AbstractFailureAnalyzer<RequiredServersException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RequiredServersException cause) {
    String optional =
        cause.servers().stream()
            .map(ServerStatus::name)
            .map(name -> ServerPropertyNames.ofServer(name).of("start") + "=eager")
            .collect(Collectors.joining(", "));
    String message = String.valueOf(cause.getMessage());
    return new FailureAnalysis(
        message.substring(0, message.lastIndexOf('\n')), // what to do is said below, in properties
        "Correct what is said there, or start without the server: "
            + optional
            + ". To wait longer, set mcp.client.startup-timeout.",
        cause);
  }
}
