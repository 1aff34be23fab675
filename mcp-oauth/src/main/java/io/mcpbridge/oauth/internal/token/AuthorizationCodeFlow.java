package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.PendingAuthorization;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authorization code flow that asks a user on this machine and waits for the redirect. */
public final class AuthorizationCodeFlow implements TokenFlow {

  private static final Logger log = LoggerFactory.getLogger(AuthorizationCodeFlow.class);

  private final AuthorizationPrompt prompt;
  private final CodeExchange exchange;
  private final Duration retryCooldown;

  /**
   * @param retryCooldown how long the user is not asked again after a failure
   */
  public AuthorizationCodeFlow(
      AuthorizationPrompt prompt, CodeExchange exchange, Duration retryCooldown) {
    this.prompt = prompt;
    this.exchange = exchange;
    this.retryCooldown = retryCooldown;
  }

  @Override
  public Duration retryCooldown() {
    return retryCooldown;
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public boolean waitsForUser() {
    return true;
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    AuthorizationPrompt.CallbackReceiver callbackReceiver =
        prompt.prepare(exchange.preferredRedirectUri(target));
    return () -> get(target, scopes, callbackReceiver);
  }

  private Granted get(Target target, Scopes scopes, AuthorizationPrompt.CallbackReceiver prepared) {
    try (AuthorizationPrompt.CallbackReceiver callbackReceiver = prepared) {
      CodeExchange.StartedAuthorization startedAuthorization =
          exchange.begin(target, callbackReceiver.redirectUri(), scopes);
      PendingAuthorization pending =
          new PendingAuthorization(
              startedAuthorization.authorizationUrl(),
              startedAuthorization.state().getValue(),
              target.server(),
              target.issuedBy().issuer(),
              scopes.values());
      if (Thread.currentThread().isInterrupted()) { // before anything was shown
        throw new OAuthException("the authorization was cancelled");
      }
      try {
        Granted granted = exchange.finish(startedAuthorization, answer(callbackReceiver, pending));
        notifyGranted(callbackReceiver);
        return granted;
      } catch (OAuthException e) {
        // the user was asked: any failure starts the pause
        throw Thread.currentThread().isInterrupted() ? e : e.asLasting();
      } catch (McpUnavailableException e) { // the authorization code is lost
        throw new OAuthException(
                "the user granted access but no token was issued, so the user must grant"
                    + " access again: "
                    + e.reason(),
                e)
            .asLasting();
      } catch (McpException e) {
        throw e;
      } catch (RuntimeException e) { // it would break again on the next request
        throw new OAuthException(
                "the prompt of this application failed with " + e.getClass().getName(), e)
            .asLasting();
      }
    }
  }

  /** Ignores failures of the prompt: the token is already there. */
  private static void notifyGranted(AuthorizationPrompt.CallbackReceiver callbackReceiver) {
    try {
      callbackReceiver.granted();
    } catch (RuntimeException e) {
      log.warn("The prompt of this application failed to report completion", e);
    }
  }

  private static String answer(
      AuthorizationPrompt.CallbackReceiver callbackReceiver, PendingAuthorization pending) {
    try {
      return callbackReceiver.await(pending);
    } catch (OAuthException e) {
      throw Thread.currentThread().isInterrupted() ? e : e.asUnanswered();
    }
  }
}
