package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.internal.http.call.CancellableSequence;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.call.RequestPermit;
import io.mcpbridge.internal.http.call.Session;
import io.mcpbridge.internal.http.sse.EventStreamResponseMessages;
import io.mcpbridge.internal.http.sse.HttpResponseMessages;
import io.mcpbridge.internal.http.sse.HttpResponseParser;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.ExchangeListener;
import io.mcpbridge.transport.Outbound;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request: the POST that carries it, and the GETs that resume an interrupted response. The
 * calling thread reads the response. After an exception, a timeout included, the exchange is dead:
 * its connection is closed and the response is lost.
 */
final class StreamableHttpExchange implements Exchange {

  private static final Logger log = LoggerFactory.getLogger(StreamableHttpExchange.class);

  private final StreamableHttpChannel channel;
  private final Session session;
  private final RequestId id;
  private final HttpErrors errors;
  private final CancellableSequence step = new CancellableSequence();
  private final RequestPermit requestPermit;
  private final AtomicBoolean holdsPool = new AtomicBoolean(true);
  private final AtomicBoolean abandoned = new AtomicBoolean();
  private HttpCall responseAttempt;
  private final Map<String, String> callHeaders;
  private @Nullable HttpResponseMessages answer;
  private @Nullable StreamResumption streamResumption;
  private volatile @Nullable JsonRpcResponse onOtherStream;
  private volatile boolean answered;
  private boolean foreignResponseSeen;

  /** Takes over the request's permit. */
  StreamableHttpExchange(
      StreamableHttpChannel channel,
      JsonRpcRequest request,
      StreamableHttpPost post,
      RequestPermit requestPermit) {
    this.channel = channel;
    this.requestPermit = requestPermit;
    this.session = post.session();
    this.id = request.id();
    this.errors = post.errors();
    this.callHeaders = post.callHeaders();
    this.responseAttempt = step.enter(post);
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    if (answered) {
      throw new IllegalStateException("nothing follows the response to " + errors.operation());
    }
    JsonRpcMessage message = null;
    try {
      message = receive(deadline);
      return message;
    } catch (JsonException e) {
      throw errors.notMessage(e);
    } finally {
      if (message == null) {
        responseAttempt.attempt().outOfStep();
        close();
      }
    }
  }

  private JsonRpcMessage receive(Deadline deadline) {
    HttpResponseMessages from = answer;
    if (from == null) {
      ClassicHttpResponse response = responseAttempt.receive(deadline);
      if (response.getCode() / 100 != 2) {
        return refused(response, deadline);
      }
      from = HttpResponseParser.of(response, responseAttempt, channel.reader(), deadline);
    }
    JsonRpcMessage message;
    try {
      message = read(from, deadline);
    } catch (McpConnectionLostException loss) {
      message = fromOtherStream(loss);
    }
    if (message instanceof JsonRpcResponse) {
      answered = true;
      responseAttempt.attempt().complete();
      releasePermit();
    }
    return message;
  }

  /** Returns a JSON-RPC error as the response; servers often send it without the id. */
  private JsonRpcMessage refused(ClassicHttpResponse response, Deadline deadline) {
    ErrorStatusResponse errorStatusResponse =
        responseAttempt.errorStatusResponse(response, deadline);
    JsonRpcError error = errorStatusResponse.jsonRpcResponse();
    if (error == null) {
      throw responseAttempt.failure(response, errorStatusResponse);
    }
    answered = true;
    releasePermit();
    return JsonRpcResponse.failure(id, error);
  }

  /** The next message; resumes the stream if it was interrupted. */
  private JsonRpcMessage read(HttpResponseMessages first, Deadline deadline) {
    HttpResponseMessages from = first;
    while (true) {
      answer = from;
      HttpResponseMessages messages = from;
      try {
        JsonRpcMessage message =
            responseAttempt.attempt().run(deadline, () -> takeResponse(messages));
        if (streamResumption != null) {
          streamResumption.received();
        }
        return message;
      } catch (McpConnectionLostException cut) {
        from = resume(messages, cut, deadline);
      }
    }
  }

  private HttpResponseMessages resume(
      HttpResponseMessages cut, McpConnectionLostException cause, Deadline deadline) {
    if (!session.resumesAnswers() || foreignResponseSeen) {
      throw cause;
    }
    if (streamResumption == null) {
      streamResumption = new StreamResumption(channel, errors, callHeaders, step);
      channel.interruptedStreams().await(id, this);
    }
    responseAttempt = streamResumption.next(cut.position(), cause, deadline);
    return new EventStreamResponseMessages(channel.reader(), responseAttempt.attempt());
  }

  /** The response arrived on the session's GET stream while this one was interrupted. */
  void answeredOnOtherStream(JsonRpcResponse response) {
    onOtherStream = response;
    step.cancel(HttpAttempt.State.RELEASED);
  }

  private JsonRpcMessage fromOtherStream(McpConnectionLostException loss) {
    JsonRpcResponse response = onOtherStream;
    if (response == null) {
      throw loss;
    }
    return response;
  }

  private JsonRpcMessage takeResponse(HttpResponseMessages messages) throws IOException {
    JsonRpcMessage message;
    while ((message = messages.next()) instanceof JsonRpcResponse response) {
      if (id.equals(response.id())) {
        return response;
      }
      if (isResponseTo(response)) {
        return new JsonRpcResponse(id, response.result(), response.error());
      }
      log.debug("ignoring a response to another request on the stream of {}", errors.operation());
      foreignResponseSeen = true;
      responseAttempt.outOfStep();
    }
    if (message == null) {
      throw foreignResponseSeen ? errors.wrongResponse() : messages.withoutResponse(errors);
    }
    return message;
  }

  /** Accepts an error without an id, and an id whose type changed between text and number. */
  private boolean isResponseTo(JsonRpcResponse response) {
    RequestId responseId = response.id();
    return responseId == null
        ? response.error() != null
        : responseId.value().toString().equals(id.value().toString());
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    if (answered || !abandoned.compareAndSet(false, true)) {
      return;
    }
    step.cancel(HttpAttempt.State.ABANDONED);
    if (notice != null && session.announcesCancellation()) {
      channel.announce(notice);
    }
  }

  @Override
  public void close() {
    responseAttempt.attempt().release();
    step.cancel(HttpAttempt.State.RELEASED);
    releasePermit();
  }

  /** A followed exchange may stay open for days, so it must not hold a permit. */
  @Override
  public void follow(ExchangeListener listener, Executor threads) {
    requestPermit.release();
    Exchange.super.follow(listener, threads);
  }

  private void releasePermit() {
    if (streamResumption != null) {
      channel.interruptedStreams().awaitNoMore(id);
    }
    requestPermit.release();
    if (holdsPool.compareAndSet(true, false)) {
      channel.handle().releaseHold();
    }
  }
}
