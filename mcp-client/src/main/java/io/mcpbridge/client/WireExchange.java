package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
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
import io.mcpbridge.revision.DecodedResponse;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.UnusableMessage;

/** The last interceptor: sends one request and waits for its response. */
final class WireExchange implements Interceptor {

  private final ActiveCall call;
  private final ClientIdentity identity;

  WireExchange(ActiveCall call, ClientIdentity identity) {
    this.call = call;
    this.identity = identity;
  }

  @Override
  public McpResult intercept(Chain chain) {
    InFlightRequest resumed = call.resumed();
    InFlightRequest round = resumed == null ? send(chain) : resumed;
    boolean suspended = false;
    try {
      return result(decoded(round, response(round)));
    } catch (CallSuspension e) {
      suspended = true;
      call.suspended(round);
      throw e;
    } catch (McpTimeoutException | McpCancelledException givenUp) {
      round.abandon(reason(givenUp));
      throw givenUp;
    } catch (McpConnectException notSent) {
      call.sent(round.isSentBefore());
      throw notSent;
    } finally {
      if (!suspended) {
        call.leave();
        round.exchange().close();
        call.staysOnItsThreadAfter(round.request());
      }
    }
  }

  private InFlightRequest send(Chain chain) {
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
    Exchange exchange;
    try {
      exchange = on.channel().exchange(request, call.deadline());
    } catch (McpConnectException notSent) {
      call.sent(sentBefore);
      call.staysOnItsThreadAfter(chain.request());
      throw notSent;
    }
    try {
      call.enter(exchange, on.revision().cancellation(id, "no longer wanted by the caller"));
    } catch (McpCancelledException cancelled) {
      exchange.close();
      throw cancelled;
    }
    return new InFlightRequest(
        on, id, chain.request(), options, context, progress, exchange, sentBefore);
  }

  private JsonRpcResponse response(InFlightRequest round) {
    while (true) {
      Deadline limit = round.limit(call.deadline());
      if (call.maySuspend(round.request())) {
        round.suspend(limit);
      }
      JsonRpcMessage message = round.exchange().next(limit);
      round.heard();
      if (message instanceof JsonRpcResponse response) {
        call.answered(response.result() != null);
        return response;
      }
      if (message instanceof JsonRpcRequest asked) {
        round.on().inboundHandler().onMessage(asked);
      } else if (message instanceof JsonRpcNotification notification
          && !round.progress().accept(notification)) {
        round.on().inboundHandler().notifiedMeanwhile(notification);
      }
    }
  }

  private static DecodedResponse<?> decoded(InFlightRequest round, JsonRpcResponse response) {
    try {
      return round.on().revision().decode(round.request(), response, round.context());
    } catch (McpException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw UnusableMessage.as("the answer", e);
    }
  }

  private McpResult result(DecodedResponse<?> decodedResponse) {
    if (decodedResponse instanceof DecodedResponse.InputRequired<?> required) {
      return required.result();
    }
    if (decodedResponse instanceof DecodedResponse.Task<?> task) {
      return task.result();
    }
    DecodedResponse.Complete<?> complete = (DecodedResponse.Complete<?>) decodedResponse;
    call.received(complete.cacheControl());
    return complete.result();
  }

  private static String reason(RuntimeException givenUp) {
    return givenUp instanceof McpTimeoutException
        ? "timed out at the client"
        : "cancelled at the client";
  }
}
