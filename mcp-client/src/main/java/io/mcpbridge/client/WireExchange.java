package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.revision.CallContext;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.revision.Reply;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The last interceptor: one request on the wire, and what comes back for it. */
final class WireExchange implements Interceptor {

  private final ActiveCall call;
  private final ClientIdentity identity;

  WireExchange(ActiveCall call, ClientIdentity identity) {
    this.call = call;
    this.identity = identity;
  }

  @Override
  public McpResult intercept(Chain chain) {
    Connection on = call.connection();
    on.revision().check(chain.request(), on.server());
    RequestId id = on.nextId();
    call.goesUnder(id);
    CallOptions options = chain.options();
    ProgressReports progress = call.progress(chain.request(), id, options.onProgress());
    boolean offersToken = options.wantsProgress() && !(chain.request() instanceof TaskRequest);
    CallContext context =
        new CallContext(
            identity,
            options.meta(),
            offersToken ? id : null,
            on.logs() ? options.logLevel() : null,
            call.inputs(),
            on.paramHeaders(),
            on.taskSupport());
    Outbound request = on.revision().encode(id, chain.request(), context);
    if (options.wantsProgress()) {
      request = new Outbound(request.message(), request.headers(), progress.token().value());
    }
    call.refuseIfCancelled(); // by an interceptor, or while one took its time
    boolean sentBefore = call.isSent();
    call.sent(true);
    call.answered(false);
    try (Exchange exchange = on.channel().exchange(request, call.deadline())) {
      call.enter(exchange, on.revision().cancellation(id, "no longer wanted by the caller"));
      try {
        return result(
            on.revision()
                .decode(chain.request(), response(exchange, on, progress, options), context));
      } catch (McpTimeoutException | McpCancelledException givenUp) {
        exchange.abandon(on.revision().cancellation(id, reason(givenUp)));
        throw givenUp;
      } finally {
        call.leave();
      }
    } catch (McpConnectException notSent) {
      call.sent(sentBefore);
      throw notSent;
    }
  }

  private JsonRpcResponse response(
      Exchange exchange, Connection on, ProgressReports progress, CallOptions options) {
    while (true) {
      JsonRpcMessage message = exchange.next(limit(options.idleTimeout()));
      if (message instanceof JsonRpcResponse response) {
        call.answered(response.result() != null);
        return response;
      }
      if (message instanceof JsonRpcRequest asked) {
        on.incoming().onMessage(asked);
      } else if (message instanceof JsonRpcNotification notification
          && !progress.accept(notification)) {
        on.incoming().notifiedMeanwhile(notification);
      }
    }
  }

  /** When the next message is due; the limit of the whole call stays what it is (timeouts). */
  private Deadline limit(@Nullable Duration idle) {
    return idle == null
        ? call.deadline()
        : call.deadline().orEarlier(Deadline.after(idle, "idle-timeout"));
  }

  private McpResult result(Reply<?> reply) {
    if (reply instanceof Reply.InputRequired<?> required) {
      return required.result();
    }
    if (reply instanceof Reply.Task<?> task) {
      return task.result();
    }
    Reply.Complete<?> complete = (Reply.Complete<?>) reply;
    call.received(complete.freshness());
    return complete.result();
  }

  private static String reason(RuntimeException givenUp) {
    return givenUp instanceof McpTimeoutException
        ? "timed out at the client"
        : "cancelled at the client";
  }
}
