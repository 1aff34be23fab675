package io.mcpbridge.spring.boot;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.ToolPattern;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies the properties to LangChain4j's tool provider. */
record LangChain4jProviderFactory(
    McpLangChain4jProperties properties, @Nullable SchemaProfile schemaProfile) {

  McpToolProviderBuilder of(ToolSet tools) {
    McpToolProviderBuilder offer = McpToolProvider.builder().tools(tools);
    named(
        "return-immediately",
        properties.returnImmediately(),
        names -> offer.returnBehavior(ReturnBehavior.IMMEDIATE, names));
    named(
        "return-immediately-if-last",
        properties.returnImmediatelyIfLast(),
        names -> offer.returnBehavior(ReturnBehavior.IMMEDIATE_IF_LAST, names));
    named("always-visible", properties.alwaysVisible(), offer::alwaysVisible);
    offer.dynamic(properties.dynamic());
    if (properties.imagesFor() != null) {
      offer.imagesFor(properties.imagesFor().toArray(ModelProvider[]::new));
    }
    if (properties.throwErrors()) {
      offer.throwErrors();
    }
    if (schemaProfile != null) {
      offer.schemaProfile(schemaProfile);
    }
    properties.schemaProfiles().forEach(offer::schemaProfile);
    return offer;
  }

  private static void named(String property, List<String> names, Consumer<ToolPattern> use) {
    if (!names.isEmpty()) {
      try {
        use.accept(ToolPattern.named(names.toArray(String[]::new)));
      } catch (IllegalArgumentException e) {
        String name = "mcp.client.langchain4j." + property;
        throw new InvalidMcpConfigurationException(
            name + ": " + e.getMessage(), "Change this property.", e);
      }
    }
  }
}
