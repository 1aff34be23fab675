package io.mcpbridge.oauth;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authorization code flow that asks a user on this machine and waits for the redirect. */
final class AuthorizationCodeFlow implements TokenFlow {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);

  private final AuthorizationPrompt prompt;
  private final CodeExchange exchange;
  private final Duration pause;

  /**
   * @param pause how long the user is not asked again after a failure
   */
  AuthorizationCodeFlow(AuthorizationPrompt prompt, CodeExchange exchange, Duration pause) {
    this.prompt = prompt;
    this.exchange = exchange;
    this.pause = pause;
  }

  @Override
  public Duration retryCooldown() {
    return pause;
  }

  @Override
  public boolean asksSomebody() {
    return true;
  }

  @Override
  public boolean waitsForSomebody() {
    return true;
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    AuthorizationPrompt.CallbackReceiver callbackReceiver =
        prompt.prepare(exchange.wishedFor(target));
    return () -> get(target, scopes, callbackReceiver);
  }

  private Granted get(Target target, Scopes scopes, AuthorizationPrompt.CallbackReceiver prepared) {
    try (AuthorizationPrompt.CallbackReceiver callbackReceiver = prepared) {
      CodeExchange.StartedAuthorization startedAuthorization =
          exchange.begin(target, callbackReceiver.redirectUri(), scopes);
      PendingAuthorization pending =
          new PendingAuthorization(
              startedAuthorization.page(),
              startedAuthorization.state().getValue(),
              target.server(),
              target.issuedBy().issuer(),
              scopes.values());
      if (Thread.currentThread().isInterrupted()) { // before anything was shown
        throw new OAuthException("the request for permission was canceled");
      }
      try {
        Granted granted = exchange.finish(startedAuthorization, answer(callbackReceiver, pending));
        tell(callbackReceiver);
        return granted;
      } catch (OAuthException e) {
        // the user was asked: any failure starts the pause
        throw Thread.currentThread().isInterrupted() ? e : e.lasting();
      } catch (McpUnavailableException away) { // the authorization code is lost
        OAuthException lost =
            new OAuthException(
                "permission was given, and has to be given once more, since no token was issued for"
                    + " it: "
                    + away.reason());
        lost.initCause(away);
        throw lost.lasting();
      } catch (McpException cancelled) {
        throw cancelled;
      } catch (RuntimeException broken) { // it would break again on the next request
        OAuthException failed =
            new OAuthException(
                "the prompt of this application failed with " + broken.getClass().getName());
        failed.initCause(broken);
        throw failed.lasting();
      }
    }
  }

  /** Ignores failures of the prompt: the token is already there. */
  private static void tell(AuthorizationPrompt.CallbackReceiver callbackReceiver) {
    try {
      callbackReceiver.granted();
    } catch (RuntimeException e) {
      log.warn("The prompt of this application could not say that it is done", e);
    }
  }

  private static String answer(
      AuthorizationPrompt.CallbackReceiver callbackReceiver, PendingAuthorization pending) {
    try {
      return callbackReceiver.await(pending);
    } catch (OAuthException e) {
      throw Thread.currentThread().isInterrupted() ? e : e.unanswered();
    }
  }
}
