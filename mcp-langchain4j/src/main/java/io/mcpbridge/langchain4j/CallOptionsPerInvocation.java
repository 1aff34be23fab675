package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.client.CallOptions;

/** Decides what a tool call has of its own, by the invocation that it is made in. */
@FunctionalInterface
public interface CallOptionsPerInvocation {

  /**
   * Called on the thread that makes the call, before it. What it throws fails that call only: the
   * tool does not run.
   *
   * @param tool what is called; {@code tool.server()} is the key of the server that will see the
   *     options' {@code _meta}
   * @param context on whose behalf; without parameters where LangChain4j does not say, as with its
   *     {@code McpAgent}
   */
  CallOptions of(CatalogTool tool, InvocationContext context);
}
