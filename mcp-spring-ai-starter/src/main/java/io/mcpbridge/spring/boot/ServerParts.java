package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.boot.SpringAiConnections.Connection;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** What the application has for its servers besides properties. */
final class ServerParts {

  private final ObjectProvider<SslBundles> sslBundles;
  private final List<McpServerCustomizer> customizers;
  private final Environment environment;

  ServerParts(
      ObjectProvider<SslBundles> sslBundles,
      ObjectProvider<McpServerCustomizer> customizers,
      Environment environment) {
    this.sslBundles = sslBundles;
    this.environment = environment;
    this.customizers = customizers.orderedStream().toList();
  }

  List<McpServerCustomizer> customizers() {
    return customizers;
  }

  /** The connections of Spring AI's own starter, by name. */
  Map<String, Connection> springAiConnections() {
    return SpringAiConnections.in(environment);
  }

  SslBundles sslBundles() {
    return sslBundles.getObject();
  }
}
