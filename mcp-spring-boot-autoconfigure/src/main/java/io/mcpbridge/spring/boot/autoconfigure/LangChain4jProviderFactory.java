package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.spring.boot.McpLangChain4jProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies the properties to LangChain4j's tool provider. */
record LangChain4jProviderFactory(
    McpLangChain4jProperties properties, @Nullable SchemaProfile schemaProfile) {

  McpToolProviderBuilder of(ToolSet tools) {
    McpToolProviderBuilder offer = McpToolProvider.builder().tools(tools);
    List<String> immediate = properties.returnDirect();
    if (!immediate.isEmpty()) {
      try {
        offer.returnDirect(immediate.toArray(String[]::new));
      } catch (IllegalArgumentException e) {
        throw new InvalidMcpConfigurationException(
            "mcp.client.langchain4j.return-direct: " + e.getMessage(), "Change this property.", e);
      }
    }
    if (schemaProfile != null) {
      offer.schemaProfile(schemaProfile);
    }
    return offer;
  }
}
