package io.mcpbridge.spring.boot;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;

/** What the application has for its servers besides properties. */
final class ServerParts {

  private final ObjectProvider<SslBundles> sslBundles;
  private final List<McpServerCustomizer> customizers;

  ServerParts(
      ObjectProvider<SslBundles> sslBundles, ObjectProvider<McpServerCustomizer> customizers) {
    this.sslBundles = sslBundles;
    this.customizers = customizers.orderedStream().toList();
  }

  List<McpServerCustomizer> customizers() {
    return customizers;
  }

  SslBundles sslBundles() {
    return sslBundles.getObject();
  }
}
