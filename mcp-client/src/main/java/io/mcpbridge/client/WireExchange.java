package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.revision.CallContext;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.revision.Reply;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.Objects;

/** The last interceptor: one request on the wire, and what comes back for it. */
final class WireExchange implements Interceptor {

  private final ActiveCall call;
  private final ClientIdentity identity;
  private final Inbox inbox;

  WireExchange(ActiveCall call, ClientIdentity identity, Inbox inbox) {
    this.call = call;
    this.identity = identity;
    this.inbox = inbox;
  }

  @Override
  public McpResult intercept(Chain chain) {
    Connection on = call.connection();
    RequestId id = on.nextId();
    CallOptions options = chain.options();
    RequestId progressToken = options.onProgress() == null ? null : id;
    Outbound request =
        on.revision()
            .encode(id, chain.request(), new CallContext(identity, options.meta(), progressToken));
    ProgressReports progress = new ProgressReports(id, options.onProgress());
    try (Exchange exchange = on.channel().exchange(request, call.deadline())) {
      call.enter(exchange, on.revision().cancellation(id, "no longer wanted by the caller"));
      try {
        return result(on, chain.request(), response(exchange, on, progress));
      } catch (McpTimeoutException | McpCancelledException givenUp) {
        exchange.abandon(on.revision().cancellation(id, reason(givenUp)));
        throw givenUp;
      } finally {
        call.leave();
      }
    }
  }

  private JsonRpcResponse response(Exchange exchange, Connection on, ProgressReports progress) {
    while (true) {
      JsonRpcMessage message = exchange.next(call.deadline());
      if (message instanceof JsonRpcResponse response) {
        return response;
      }
      if (message instanceof JsonRpcRequest asked) {
        inbox.answer(on, asked, call.deadline());
      } else if (message instanceof JsonRpcNotification notification
          && !progress.accept(notification)) {
        inbox.notified(notification);
      }
    }
  }

  private static McpResult result(Connection on, McpRequest<?> request, JsonRpcResponse response) {
    JsonRpcError error = response.error();
    if (error != null) {
      throw new McpErrorResponseException(
          "the server answered with error " + error.code() + ": " + error.message(),
          error.code(),
          error.message(),
          error.data());
    }
    JsonObject result = Objects.requireNonNull(response.result());
    Reply<?> reply = on.revision().decode(request, result);
    if (reply instanceof Reply.Complete<?> complete) {
      return complete.result();
    }
    throw new McpProtocolException(
        "the server asks for input, although this client declared no capability to give any");
  }

  private static String reason(RuntimeException givenUp) {
    return givenUp instanceof McpTimeoutException
        ? "timed out at the client"
        : "cancelled at the client";
  }
}
