package io.mcpbridge.internal.http.call;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.HeaderRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the application's credentials: failures and invalid headers become exceptions that name the
 * server. Neither header values nor messages of foreign exceptions are quoted, since both may be
 * secrets.
 */
final class CheckedCredentials implements Credentials {

  private final Credentials credentials;
  private final String authority;
  private final PlaintextTokenWarning plaintextWarning;

  /**
   * @param authority host and port of the server the credentials are for
   */
  CheckedCredentials(
      Credentials credentials, String authority, PlaintextTokenWarning plaintextWarning) {
    this.credentials = credentials;
    this.authority = authority;
    this.plaintextWarning = plaintextWarning;
  }

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    Map<String, String> headers;
    try {
      headers = credentials.headersFor(request);
    } catch (McpException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new McpException(subject() + " failed with " + e.getClass().getSimpleName(), e);
    }
    if (headers == null) {
      throw new McpException(
          subject() + " returned no headers (null; return an empty map for none)");
    }
    headers.forEach(this::check);
    return headers;
  }

  private void check(@Nullable String name, @Nullable String value) {
    if (name == null) {
      throw new McpException(subject() + " returned a header without a name (null)");
    }
    if (value == null) {
      throw new McpException(
          subject()
              + " returned the header "
              + ServerMessageText.shown(name)
              + " without a value (null)");
    }
    if (HeaderRules.isProtocols(name)) {
      throw new McpException(
          subject()
              + " returned the header "
              + ServerMessageText.shown(name)
              + ", which the protocol sets itself");
    }
    try {
      HeaderRules.check(name, value);
    } catch (IllegalArgumentException e) {
      throw new McpException(subject() + " returned an unusable header: " + e.getMessage(), e);
    }
    plaintextWarning.sent(name);
  }

  @Override
  public @Nullable Object principal() {
    try {
      return credentials.principal();
    } catch (RuntimeException unknown) {
      return null; // the request reports the failure
    }
  }

  @Override
  public boolean renew(Challenge challenge) {
    try {
      return credentials.renew(challenge);
    } catch (McpException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new McpException(
          subject()
              + " could not be renewed after HTTP status "
              + challenge.status()
              + ": "
              + e.getClass().getSimpleName(),
          e);
    }
  }

  /** Named by the server in messages, because an application has many. */
  private String subject() {
    return "the credentials for " + authority;
  }
}
