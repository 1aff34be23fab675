package io.mcpbridge.internal.http.call;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.transport.Deadline;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request, repeated at most a few times if the server rejects its credentials and better
 * ones are available.
 */
public class HttpCall implements Cancellable {

  /** An expired token, a missing scope and a DPoP nonce; more renewals would be a loop. */
  private static final int MAX_RENEWALS = 3;

  private final PoolHandle handle;
  private final RequestFactory requests;
  private final HttpErrors errors;
  private final RequestPermit requestPermit;
  private final Function<WaitContext, ClassicHttpRequest> request;
  private final CancellableSequence step = new CancellableSequence();
  private volatile HttpAttempt attempt;

  /** The refusal of the last attempt, once read. */
  private @Nullable ErrorStatusResponse errorStatusResponse;

  /**
   * Asks for credentials on this thread.
   *
   * @param requestPermit the permit that the request releases while it waits for credentials
   * @param deadline the deadline for that wait
   * @param request creates the request for each attempt
   */
  public HttpCall(
      PoolHandle handle,
      RequestFactory requests,
      HttpErrors errors,
      RequestPermit requestPermit,
      Deadline deadline,
      Function<WaitContext, ClassicHttpRequest> request) {
    this.handle = handle;
    this.requests = requests;
    this.errors = errors;
    this.requestPermit = requestPermit;
    this.request = request;
    this.attempt = newAttempt(deadline);
  }

  private HttpAttempt newAttempt(Deadline deadline) {
    return step.enter(handle.attempt(request.apply(waitContext(deadline)), errors));
  }

  private WaitContext waitContext(Deadline deadline) {
    return step.enter(new CredentialsWaitContext(handle, requestPermit, errors, deadline));
  }

  /** Cancels the current attempt and any that would follow. */
  @Override
  public void cancel(HttpAttempt.State reason) {
    step.cancel(reason);
  }

  public HttpErrors errors() {
    return errors;
  }

  public HttpAttempt attempt() {
    return attempt;
  }

  public void send(Deadline deadline) {
    attempt.send(deadline);
  }

  /** The response headers, whatever the status. */
  public ClassicHttpResponse receive(Deadline deadline) {
    return receive(deadline, false, now -> now.receive(deadline));
  }

  /**
   * The response headers, without a deadline for the response; a repeated attempt must be sent by
   * {@code sendBy}.
   */
  public ClassicHttpResponse receiveAtLast(Deadline sendBy) {
    return receive(sendBy, true, HttpAttempt::receive);
  }

  private ClassicHttpResponse receive(
      Deadline sendBy, boolean inBackground, Function<HttpAttempt, ClassicHttpResponse> head) {
    ClassicHttpResponse response = head.apply(attempt);
    for (int renewals = 0; isChallenge(response) && renewals < MAX_RENEWALS; renewals++) {
      errorStatusResponse = read(response, sendBy); // read first: a renewal may take long
      if (isMisplaced(response, errorStatusResponse)
          || !requests.renewed(challenge(response, inBackground, waitContext(sendBy)))) {
        break;
      }
      errorStatusResponse = null;
      attempt = newAttempt(sendBy);
      attempt.send(sendBy);
      response = head.apply(attempt);
    }
    return response;
  }

  /** The response was not for this request: the connection is not reused. */
  public void outOfStep() {
    attempt.outOfStep();
  }

  /** Whether a refusal answers another request. */
  public boolean isForOtherRequest(ErrorStatusResponse errorStatusResponse) {
    return false;
  }

  /** Sends a message that the server only acknowledges. */
  public void deliver(Deadline deadline) {
    try {
      send(deadline);
      awaitConfirmation(deadline);
    } finally {
      attempt.release();
    }
  }

  /**
   * Waits until the server acknowledges the message with any 2xx status, whatever the body.
   *
   * @throws io.mcpbridge.error.McpException if it does not
   */
  public void awaitConfirmation(Deadline deadline) {
    ClassicHttpResponse response = receive(deadline);
    if (response.getCode() / 100 != 2) {
      throw failure(response, errorStatusResponse(response, deadline));
    }
    confirmed(response);
  }

  /** The server acknowledged the message. */
  public void confirmed(ClassicHttpResponse response) {
    attempt.complete();
  }

  /**
   * Reads a response outside 2xx.
   *
   * @throws io.mcpbridge.error.McpException unless the caller has to look for a JSON-RPC error in
   *     it
   */
  public ErrorStatusResponse errorStatusResponse(ClassicHttpResponse response, Deadline deadline) {
    int status = response.getCode();
    if (status / 100 == 3) {
      attempt.complete();
      throw StatusErrors.redirected(errors, status, header(response, HttpHeaders.LOCATION));
    }
    ErrorStatusResponse cached = errorStatusResponse;
    ErrorStatusResponse errorResponse = cached == null ? read(response, deadline) : cached;
    if (isChallenge(response) && !isMisplaced(response, errorResponse)) {
      throw failure(response, errorResponse);
    }
    return errorResponse;
  }

  private ErrorStatusResponse read(ClassicHttpResponse response, Deadline deadline) {
    ErrorStatusResponse read =
        ErrorStatusResponse.of(
            response.getCode(), attempt.readSome(ErrorStatusResponse.BODY_LIMIT, deadline));
    if (isForOtherRequest(read)) {
      outOfStep();
    }
    attempt.complete();
    return read;
  }

  /** The exception for a response outside 2xx without a JSON-RPC response. */
  public McpException failure(
      ClassicHttpResponse response, ErrorStatusResponse errorStatusResponse) {
    List<String> challenges = wwwAuthenticate(response);
    return StatusErrors.refused(
        attempt.request(),
        errors,
        errorStatusResponse,
        header(response, HttpHeaders.CONTENT_TYPE),
        challenges.isEmpty() ? null : String.join(", ", challenges),
        header(response, HttpHeaders.RETRY_AFTER));
  }

  private static boolean isChallenge(ClassicHttpResponse response) {
    return response.getCode() == 401
        || (response.getCode() == 403 && response.containsHeader(HttpHeaders.WWW_AUTHENTICATE));
  }

  /**
   * Some servers send "method not found" with a 401; a real credentials failure has a challenge.
   */
  private static boolean isMisplaced(
      ClassicHttpResponse response, ErrorStatusResponse errorStatusResponse) {
    JsonRpcError error = errorStatusResponse.error();
    return error != null
        && error.code() == JsonRpcError.METHOD_NOT_FOUND
        && !response.containsHeader(HttpHeaders.WWW_AUTHENTICATE);
  }

  private Challenge challenge(
      ClassicHttpResponse response, boolean inBackground, WaitContext waitContext) {
    return new Challenge(
        response.getCode(),
        wwwAuthenticate(response),
        header(response, "DPoP-Nonce"),
        header(attempt.request(), HttpHeaders.AUTHORIZATION),
        inBackground,
        waitContext);
  }

  private static List<String> wwwAuthenticate(ClassicHttpResponse response) {
    return Arrays.stream(response.getHeaders(HttpHeaders.WWW_AUTHENTICATE))
        .map(Header::getValue)
        .toList();
  }

  private static @Nullable String header(HttpMessage message, String name) {
    Header header = message.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }
}
