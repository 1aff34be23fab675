package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import java.time.Duration;
import java.util.function.Supplier;

/** Client credentials grant: the application authorizes itself, without a user (SEP-1046). */
public final class ClientCredentialsFlow implements TokenFlow {

  private final Registrations registrations;
  private final TokenEndpoint tokens;
  private final Duration retryCooldown;

  public ClientCredentialsFlow(
      Registrations registrations, TokenEndpoint tokens, Duration retryCooldown) {
    this.registrations = registrations;
    this.tokens = tokens;
    this.retryCooldown = retryCooldown;
  }

  @Override
  public Duration retryCooldown() {
    return retryCooldown;
  }

  @Override
  public Supplier<Granted> prepare(Target target, Scopes scopes) {
    return () -> get(target, scopes);
  }

  private Granted get(Target target, Scopes scopes) {
    ClientRegistration client = registrations.findOrRegister(target, null, scopes);
    TokenEndpoint.TokenParameters tokenParameters =
        target.tokenParameters(scopes, scopes, target.newKey());
    return new Granted(
        client,
        tokens.get(target.issuedBy(), client, new ClientCredentialsGrant(), tokenParameters));
  }
}
