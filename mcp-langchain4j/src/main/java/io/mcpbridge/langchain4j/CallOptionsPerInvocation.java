package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.client.call.CallOptions;

/** Chooses the options of a tool call by its invocation. */
@FunctionalInterface
public interface CallOptionsPerInvocation {

  /**
   * Called on the calling thread before the call. An exception fails only that call: the tool does
   * not run.
   *
   * @param tool the called tool; {@code tool.server()} is the key of the server that receives the
   *     options' {@code _meta}
   * @param context the invocation; without parameters if LangChain4j does not provide one, as with
   *     its {@code McpAgent}
   */
  CallOptions of(CatalogTool tool, InvocationContext context);
}
