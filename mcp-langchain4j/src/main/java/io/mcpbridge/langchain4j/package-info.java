/**
 * The tools of MCP servers as a LangChain4j {@link dev.langchain4j.service.tool.ToolProvider}.
 *
 * <pre>{@code
 * interface Assistant { String chat(String message); }
 *
 * try (McpToolProvider tools = McpToolProvider.builder()
 *     .server("weather", StreamableHttpTransport.of("https://example.com/mcp"))
 *     .server("files", StdioTransport.of(
 *         "npx", "-y", "@modelcontextprotocol/server-filesystem", "/data"))
 *     .build()) {
 *   tools.awaitReady(Duration.ofSeconds(30));
 *   Assistant assistant = AiServices.builder(Assistant.class)
 *       .chatModel(model)
 *       .toolProvider(tools)
 *       .build();
 *   System.out.println(assistant.chat("Which files mention rain?"));
 * }
 * }</pre>
 *
 * <p>Several agents can share one {@link io.mcpbridge.catalog.ToolCatalog}, each through a provider
 * of its own: {@link io.mcpbridge.langchain4j.McpToolProvider#of(io.mcpbridge.catalog.ToolSet)}.
 */
@NullMarked
package io.mcpbridge.langchain4j;

import org.jspecify.annotations.NullMarked;
