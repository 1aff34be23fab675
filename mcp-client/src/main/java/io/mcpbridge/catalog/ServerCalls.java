package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.Tool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of one supervised server, and what each says about the server. */
final class ServerCalls {

  private final McpClient client;
  private final Standing standing;
  private final Findings findings;
  private final CallFailures failures = new CallFailures();

  ServerCalls(McpClient client, Standing standing, Findings findings) {
    this.client = client;
    this.standing = standing;
    this.findings = findings;
  }

  /** What calls find out about their server. */
  interface Findings {

    /** It cannot be used. */
    void unavailable(McpException cause);

    /** It may not be what it was: its tools are to be listed again. */
    void lookAgain();
  }

  /** Makes a call, without retries: whether it is safe to repeat is for the client to know. */
  CallToolResult call(Tool tool, Map<String, @Nullable Object> arguments, CallOptions options) {
    Standing.Position now = standing.now();
    if (now.state() == ServerState.DISCONNECTED) {
      // Answers at once instead of keeping the model waiting; supervision is already trying.
      McpException away = new McpConnectException("not connected: " + now.reason());
      away.beforeSending();
      throw away;
    }
    try {
      CallToolResult result =
          client.newCall(new CallToolRequest(tool.name(), arguments), options).execute();
      failures.succeeded();
      if (standing.is(ServerState.NEEDS_AUTHORIZATION)) {
        findings.lookAgain();
      }
      return result;
    } catch (McpException e) {
      concludeFrom(e);
      throw e;
    }
  }

  /** What one failed call says about its server: everything, something to look into, or nothing. */
  private void concludeFrom(McpException failure) {
    if (failure instanceof McpConnectException
        || (failure instanceof McpHttpStatusException http && http.isUnauthorized())
        || (failure instanceof McpConnectionLostException && !client.isConnected())) {
      findings.unavailable(failure);
      return;
    }
    failures.happened(failure);
    if (failure instanceof McpConnectionLostException
        || failure instanceof McpHttpStatusException
        || mayBeAboutTheTool(failure)
        || failure instanceof McpUnsupportedVersionException) {
      // One broken stream or refusal may concern this call alone; the list of tools tells.
      findings.lookAgain();
    }
  }

  /** The codes of an unknown tool; other errors are the tool's own and say nothing of the list. */
  private static boolean mayBeAboutTheTool(McpException failure) {
    return failure instanceof McpErrorResponseException refusal
        && (refusal.code() == JsonRpcError.INVALID_PARAMS
            || refusal.code() == JsonRpcError.METHOD_NOT_FOUND);
  }
}
