package io.mcpbridge.verification.startup;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.tool.ToolProvider;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** LangChain4j's own provider, as its documentation declares it; it has no starter for MCP. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("'${langchain4j.url:}${langchain4j.command:}' != ''")
class LangChain4jConfiguration {

  @Bean
  McpClient mcpClient(
      @Value("${langchain4j.url:#{null}}") @Nullable String url,
      @Value("${langchain4j.command:}") String command,
      @Value("${langchain4j.args:}") List<String> args) {
    return DefaultMcpClient.builder().transport(transport(url, command, args)).build();
  }

  private static McpTransport transport(@Nullable String url, String command, List<String> args) {
    if (url != null) {
      return StreamableHttpMcpTransport.builder().url(url).build();
    }
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(args);
    return StdioMcpTransport.builder().command(line).build();
  }

  @Bean
  ToolProvider toolProvider(McpClient client) {
    return McpToolProvider.builder().mcpClients(client).build();
  }
}
