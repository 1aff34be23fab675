package io.mcpbridge.oauth;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A person is asked who can be reached from here, and waited for. */
final class AuthorizationCodeFlow implements TokenFlow {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);

  private final AuthorizationPrompt prompt;
  private final CodeExchange exchange;
  private final Duration pause;

  /**
   * @param pause how long a person is left alone after having said no
   */
  AuthorizationCodeFlow(AuthorizationPrompt prompt, CodeExchange exchange, Duration pause) {
    this.prompt = prompt;
    this.exchange = exchange;
    this.pause = pause;
  }

  @Override
  public Duration pauseAfterFailure() {
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
    AuthorizationPrompt.Reception reception = prompt.prepare(exchange.wishedFor(target));
    return () -> get(target, scopes, reception);
  }

  private Granted get(Target target, Scopes scopes, AuthorizationPrompt.Reception prepared) {
    try (AuthorizationPrompt.Reception reception = prepared) {
      CodeExchange.Begun begun = exchange.begin(target, reception.redirectUri(), scopes);
      PendingAuthorization pending =
          new PendingAuthorization(
              begun.page(),
              begun.state().getValue(),
              target.server(),
              target.issuedBy().issuer(),
              scopes.values());
      if (Thread.currentThread().isInterrupted()) { // before anything was shown
        throw new OAuthException("nobody waits for permission any more");
      }
      try {
        Granted granted = exchange.finish(begun, answer(reception, pending));
        tell(reception);
        return granted;
      } catch (OAuthException e) {
        // a person was asked: whatever went wrong is not to be repeated at once
        throw Thread.currentThread().isInterrupted() ? e : e.lasting();
      } catch (McpUnavailableException away) { // and what they came back with is lost
        OAuthException lost =
            new OAuthException(
                "permission was given, and has to be given once more, since no token was had with"
                    + " it: "
                    + away.reason());
        lost.initCause(away);
        throw lost.lasting();
      } catch (McpException cancelled) {
        throw cancelled;
      } catch (RuntimeException broken) { // which it would be the next time, too
        OAuthException failed =
            new OAuthException(
                "the prompt of this application failed with " + broken.getClass().getName());
        failed.initCause(broken);
        throw failed.lasting();
      }
    }
  }

  /** The token is there, whatever becomes of the page that says so. */
  private static void tell(AuthorizationPrompt.Reception reception) {
    try {
      reception.granted();
    } catch (RuntimeException e) {
      log.warn("The prompt of this application could not say that it is done", e);
    }
  }

  private static String answer(
      AuthorizationPrompt.Reception reception, PendingAuthorization pending) {
    try {
      return reception.await(pending);
    } catch (OAuthException e) {
      throw Thread.currentThread().isInterrupted() ? e : e.unanswered();
    }
  }
}
