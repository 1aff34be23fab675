package io.mcpbridge.oauth.internal.token;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.JWTBearerGrant;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import java.text.ParseException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes the application with an assertion that a third party issued about it or its user (RFC
 * 7523, section 2.1): its platform (workload identity), or the company's identity provider.
 */
public final class AssertionFlow implements TokenFlow {

  /** Makes an assertion for one authorization server; called for each token request. */
  @FunctionalInterface
  public interface Source {

    /**
     * Reads what depends on the thread of the request.
     *
     * @param key the key that the token will be bound to, so that the assertion can be bound to it
     *     too; {@code null} for a bearer token
     * @return makes the assertion, on another thread; throws an {@link OAuthException} if there is
     *     none
     */
    Supplier<String> assertionFor(Target target, Scopes scopes, @Nullable DPoPKey key);

    /** What an assertion would be made from on this thread ({@link TokenFlow#basis}). */
    default @Nullable String basis() {
      return null;
    }
  }

  private final Source source;
  private final Registrations registrations;
  private final TokenEndpoint tokens;
  private final Duration retryCooldown;

  public AssertionFlow(
      Source source, Registrations registrations, TokenEndpoint tokens, Duration retryCooldown) {
    this.source = source;
    this.registrations = registrations;
    this.tokens = tokens;
    this.retryCooldown = retryCooldown;
  }

  @Override
  public Duration retryCooldown() {
    return retryCooldown;
  }

  @Override
  public @Nullable String basis() {
    return source.basis();
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    DPoPKey key = target.newKey();
    Supplier<String> assertion = source.assertionFor(target, scopes, key);
    return () -> get(target, scopes, key, assertion);
  }

  private Granted get(
      Target target, Scopes scopes, @Nullable DPoPKey key, Supplier<String> assertion) {
    ClientRegistration client = registrations.findOrRegister(target, null, scopes);
    JWTBearerGrant grant = new JWTBearerGrant(parse(assertion.get()));
    return new Granted(
        client,
        tokens.get(target.issuedBy(), client, grant, target.tokenParameters(scopes, scopes, key)));
  }

  private static SignedJWT parse(String assertion) {
    try {
      return SignedJWT.parse(assertion);
    } catch (ParseException e) {
      throw new OAuthException("the assertion of this application is not a signed JWT");
    }
  }
}
