package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.ai.ChatModelProvider;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Integration with Spring AI.
 *
 * @param enabled Whether to register the bean 'mcpToolCallbackProvider' when Spring AI and
 *     mcp-spring-ai are on the class path. Disable it in an application that is an MCP server and
 *     must not offer these tools to its own clients.
 * @param attachToChatClients Whether to add the MCP tools to every injected 'ChatClient.Builder'.
 *     Do not add them again to a client or request, because Spring AI rejects duplicate tools.
 * @param returnDirect Patterns ('*' and '?' wildcards) of tool names, with or without server
 *     prefix, whose results are returned directly to the caller instead of the model (return
 *     direct).
 * @param imagesFor Providers of chat models, such as 'anthropic' or 'openai', whose models get the
 *     images in tool results, as a message of their own; others get a note. By default none: a chat
 *     memory advisor within the tool loop keeps only the last message.
 * @param audioFor Providers of chat models, such as 'google-genai', whose models get the audio in
 *     tool results, as a message of its own; others get a note. By default none, as for images.
 * @param concurrentToolCalls Whether the calls of MCP tools in one response of the model run
 *     concurrently (in parallel) instead of one after the other.
 */
@ConfigurationProperties("mcp.client.spring-ai")
public record McpSpringAiProperties(
    @DefaultValue("true") boolean enabled,
    boolean attachToChatClients,
    @DefaultValue List<String> returnDirect,
    @DefaultValue List<ChatModelProvider> imagesFor,
    @DefaultValue List<ChatModelProvider> audioFor,
    boolean concurrentToolCalls) {}
