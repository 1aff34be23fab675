package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.server.RequiredServersException;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Reports which required servers are missing, why, and the related properties. */
final class RequiredServersFailureAnalyzer
    extends AbstractFailureAnalyzer<RequiredServersException> {

  private final Environment environment;

  RequiredServersFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RequiredServersException cause) {
    String optional =
        cause.servers().stream()
            .map(ServerStatus::name)
            .map(this::optional)
            .distinct()
            .collect(Collectors.joining(", "));
    String message = String.valueOf(cause.getMessage());
    return new FailureAnalysis(
        message.substring(0, message.lastIndexOf('\n')), // the action names the properties
        "Fix these problems, or start without the server: "
            + optional
            + ". To wait longer, set mcp.client.startup-timeout.",
        cause);
  }

  /**
   * The property to set. Setting one below {@code mcp.client.servers} would define a new server, so
   * that is suggested only for servers of the properties.
   */
  private String optional(String server) {
    boolean isOfProperties =
        Binder.get(environment)
            .bind("mcp.client.servers", Bindable.mapOf(String.class, Object.class))
            .orElse(Map.of())
            .containsKey(server);
    return isOfProperties
        ? ServerPropertyNames.ofServer(server).of("start") + "=eager"
        : ServerPropertyNames.DEFAULTS.of("start")
            + "=eager (or disable it where it comes from, such as a servers file)";
  }
}
