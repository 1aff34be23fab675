package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.ProgressReports;
import io.mcpbridge.internal.message.UnusableMessage;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.revision.CallContext;
import io.mcpbridge.internal.revision.DecodedResponse;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The last step: sends the request and reads what the server sends until its response. */
final class ExchangeStep implements PipelineStep<ClientCall> {

  private static final StepField<InFlightRequest> IN_FLIGHT = new StepField<>();

  private final Supplier<ClientIdentity> identity;
  private final Supplier<@Nullable LoggingLevel> defaultLevel;

  /**
   * @param defaultLevel minimum level of log messages of calls without one
   */
  ExchangeStep(Supplier<ClientIdentity> identity, Supplier<@Nullable LoggingLevel> defaultLevel) {
    this.identity = identity;
    this.defaultLevel = defaultLevel;
  }

  @Override
  public Next before(ClientCall call) {
    InFlightRequest round = IN_FLIGHT.get(call);
    if (round == null) {
      round = send(call);
      IN_FLIGHT.set(call, round);
    }
    try {
      return read(call, round);
    } catch (McpException e) {
      call.attemptFailed(e);
      throw e;
    }
  }

  @Override
  public Next after(ClientCall call) {
    InFlightRequest round = IN_FLIGHT.get(call);
    if (round != null) {
      IN_FLIGHT.set(call, null);
      try {
        if (call.failure() != null && call.mayGoOnAtServer()) { // before a response can be late
          round.on().inboundHandler().abandoned(call.caller(), round.id());
          call.attempts(call.attempts().next());
        }
        if (call.failure() instanceof McpException failure) {
          abandonIfGivenUp(call, round, failure);
        }
      } finally {
        call.exitExchange();
        round.exchange().close();
      }
    }
    return Next.RETURN;
  }

  private static void abandonIfGivenUp(
      ClientCall call, InFlightRequest round, McpException failure) {
    try {
      if (failure instanceof McpTimeoutException) {
        round.abandon(call, "timed out at the client");
      } else if (failure instanceof McpCancelledException) {
        round.abandon(call, "cancelled at the client");
      }
    } catch (RuntimeException e) { // of a custom transport, after the failure of the call
      failure.addSuppressed(e);
    }
  }

  /** Whether to request progress, for a listener or for the idle timeout. */
  private static boolean wantsProgress(CallOptions options) {
    return options.onProgress() != null || options.idleTimeout() != null;
  }

  private @Nullable LoggingLevel level(CallOptions options) {
    LoggingLevel callLevel = options.logLevel();
    return callLevel == null ? defaultLevel.get() : callLevel;
  }

  private InFlightRequest send(ClientCall call) {
    Connection on = call.connection();
    McpRequest<?> asked = call.request();
    on.revision().check(asked, on.server());
    RequestId id = on.nextId();
    call.setRequestId(id);
    CallOptions options = call.options();
    ProgressReports progress = call.progress(id);
    boolean offersToken = wantsProgress(options) && !(asked instanceof TaskRequest);
    CallContext context =
        new CallContext(
            identity.get(),
            options.meta(),
            offersToken ? id : null,
            on.logs() ? level(options) : null,
            call.inputs(),
            on.paramHeaders(),
            on.taskSupport());
    Outbound request = on.revision().encode(id, asked, context).withCallHeaders(options.headers());
    if (wantsProgress(options)) {
      request = request.withProgressToken(progress.token().value());
    }
    call.refuseIfCancelled(); // by an interceptor, or while one took its time
    call.attempts(call.attempts().sending());
    Exchange exchange;
    try {
      exchange = on.channel().exchange(request, call.deadline());
    } catch (McpException e) {
      call.attemptFailed(e);
      throw e;
    } catch (JsonException e) { // a value of the application
      call.attempts(call.attempts().with(Delivery.NOT_SENT));
      throw new McpException(
          "the arguments, CallOptions.meta or ServerOptions.requestMeta "
              + e.getMessage()
              + "; pass strings, numbers, booleans, lists and maps",
          e);
    }
    try {
      call.enterExchange(
          exchange,
          on.revision()
              .cancellation(id, "no longer wanted by the caller")
              .withCallHeaders(options.headers()));
    } catch (McpCancelledException cancelled) {
      exchange.close();
      throw cancelled;
    }
    return new InFlightRequest(on, id, context, progress, exchange);
  }

  /** Blocks a thread that belongs to the call: waiting for a stage would cost a hand-over. */
  private static Next read(ClientCall call, InFlightRequest round) {
    while (true) {
      Deadline limit = round.limit(call);
      Wait wait = call.executor() == null ? null : round.untilReadable(limit);
      if (wait != null) {
        return wait;
      }
      JsonRpcMessage message = round.exchange().next(limit);
      round.resetIdleTimeout();
      if (message instanceof JsonRpcResponse response) {
        call.attempts(
            call.attempts().with(response.result() == null ? Delivery.REFUSED : Delivery.ANSWERED));
        return call.answer(result(call, decoded(call, round, response)));
      }
      if (message instanceof JsonRpcRequest asked) {
        round.on().inboundHandler().duringCall(asked, call);
      } else if (message instanceof JsonRpcNotification notification
          && !round.progress().accept(notification)) {
        round.on().inboundHandler().duringHandshake(notification);
      }
    }
  }

  private static DecodedResponse<?> decoded(
      ClientCall call, InFlightRequest round, JsonRpcResponse response) {
    try {
      return round.on().revision().decode(call.request(), response, round.context());
    } catch (McpException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw UnusableMessage.as("the answer", e);
    }
  }

  private static McpResult result(ClientCall call, DecodedResponse<?> decodedResponse) {
    if (decodedResponse instanceof DecodedResponse.InputRequired<?> required) {
      call.received(required.inputRequests());
      return required.result();
    }
    if (decodedResponse instanceof DecodedResponse.Task<?> task) {
      return task.result();
    }
    DecodedResponse.Complete<?> complete = (DecodedResponse.Complete<?>) decodedResponse;
    call.received(complete.cacheControl());
    return complete.result();
  }
}
