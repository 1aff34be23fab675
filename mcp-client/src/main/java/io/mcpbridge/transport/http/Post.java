package io.mcpbridge.transport.http;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to the server, and once more if the first attempt was refused for its
 * credentials and better ones could be had.
 */
final class Post {

  private final PostChannel channel;
  private final Outbound message;
  private final byte[] body;
  private final HttpErrors errors;
  private volatile HttpAttempt attempt;
  private volatile HttpAttempt.@Nullable State brokenOff;

  Post(PostChannel channel, Outbound message) {
    this.channel = channel;
    this.message = message;
    this.body = message.message().toBytes();
    this.errors = channel.errors(message.subject());
    this.attempt = newAttempt();
  }

  private HttpAttempt newAttempt() {
    return channel.attempt(channel.requests().post(message, body, channel.session()), errors);
  }

  /** Ends the attempt that is under way, and any that would follow. */
  void breakOff(HttpAttempt.State why) {
    brokenOff = why;
    attempt.breakOff(why);
  }

  HttpErrors errors() {
    return errors;
  }

  HttpAttempt attempt() {
    return attempt;
  }

  void send(Deadline deadline) {
    attempt.send(deadline);
  }

  /** The head of the answer, whatever its status. */
  ClassicHttpResponse receive(Deadline deadline) {
    ClassicHttpResponse response = attempt.receive(deadline);
    if (isChallenge(response) && channel.requests().renewed(challenge(response))) {
      attempt.complete();
      attempt = newAttempt();
      HttpAttempt.State why = brokenOff;
      if (why != null) {
        attempt.breakOff(why);
      }
      attempt.send(deadline);
      response = attempt.receive(deadline);
    }
    if (response.getCode() / 100 == 2) {
      accept(response);
    }
    return response;
  }

  private void accept(ClassicHttpResponse response) {
    try {
      channel.session().accepted(message, response);
    } catch (IllegalArgumentException e) {
      throw errors.notProtocol(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads an answer outside 2xx.
   *
   * @throws McpException unless it is for the caller to look for a JSON-RPC error in it
   */
  Refusal refusal(ClassicHttpResponse response, Deadline deadline) {
    int status = response.getCode();
    if (status / 100 == 3) {
      attempt.complete();
      throw StatusErrors.redirected(errors, status, header(response, HttpHeaders.LOCATION));
    }
    Refusal refusal = Refusal.of(status, attempt.readSome(Refusal.BODY_LIMIT, deadline));
    attempt.complete();
    if (channel.session().isLost(attempt.request(), refusal)) {
      channel.session().lost(attempt.request());
      throw new McpSessionLostException(
          "the server no longer knows the session; "
              + errors.what()
              + " was answered with HTTP status "
              + status);
    }
    if (isChallenge(response)) {
      throw failure(response, refusal);
    }
    return refusal;
  }

  /** The exception for an answer outside 2xx that is no response. */
  McpHttpStatusException failure(ClassicHttpResponse response, Refusal refusal) {
    List<String> challenges = challenge(response).wwwAuthenticate();
    return StatusErrors.refused(
        errors,
        refusal,
        header(response, HttpHeaders.CONTENT_TYPE),
        challenges.isEmpty() ? null : String.join(", ", challenges),
        header(response, HttpHeaders.RETRY_AFTER));
  }

  private static boolean isChallenge(ClassicHttpResponse response) {
    return response.getCode() == 401
        || (response.getCode() == 403 && response.containsHeader(HttpHeaders.WWW_AUTHENTICATE));
  }

  private static Challenge challenge(ClassicHttpResponse response) {
    return new Challenge(
        response.getCode(),
        Arrays.stream(response.getHeaders(HttpHeaders.WWW_AUTHENTICATE))
            .map(Header::getValue)
            .toList());
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }
}
