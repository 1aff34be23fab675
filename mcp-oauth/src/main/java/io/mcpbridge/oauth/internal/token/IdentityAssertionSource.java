package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges an ID token for an assertion that the MCP server's authorization server accepts
 * (ID-JAG). It is valid for minutes and used once, so it is not cached.
 */
public final class IdentityAssertionSource implements AssertionFlow.Source {

  private static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

  private final IdentityProvider provider;
  private final TokenEndpoint tokens;

  public IdentityAssertionSource(IdentityProvider provider, TokenEndpoint tokens) {
    this.provider = provider;
    this.tokens = tokens;
  }

  /** Changes with each sign-in, which has a new ID token. */
  @Override
  public @Nullable String basis() {
    String idToken = provider.idToken().get();
    return idToken == null ? null : Sha256.of(idToken);
  }

  @Override
  public Supplier<String> assertionFor(
      TokenFlow.Target target, Scopes scopes, @Nullable DPoPKey key) {
    TokenExchangeGrant exchange = exchange(target);
    return () -> exchangeIdToken(exchange, target.tokenParameters(scopes, scopes, key));
  }

  private String exchangeIdToken(
      TokenExchangeGrant exchange, TokenEndpoint.TokenParameters tokenParameters) {
    String description = "the identity provider " + provider.tokenEndpoint().getHost();
    ServerMetadata identity = identityProvider();
    AuthResponse answer = tokens.ask(identity, provider.client(), exchange, tokenParameters);
    JsonObject body = answer.body();
    String assertion = body == null ? null : body.string("access_token");
    if (!answer.isSuccess() || body == null || assertion == null) {
      throw TokenEndpoint.refusal(answer, description);
    }
    if (!ID_JAG.equals(body.string("issued_token_type", ID_JAG))) {
      throw new OAuthException(description + " returned a token of a type that was not requested");
    }
    return assertion;
  }

  private TokenExchangeGrant exchange(TokenFlow.Target target) {
    String idToken = provider.idToken().get();
    if (idToken == null || idToken.isBlank()) {
      throw new OAuthException("no user is signed in: there is no ID token");
    }
    try {
      return new TokenExchangeGrant(
          new BearerAccessToken(idToken),
          TokenTypeURI.ID_TOKEN,
          null,
          null,
          TokenTypeURI.parse(ID_JAG),
          List.of(new Audience(target.issuedBy().issuer())));
    } catch (ParseException e) {
      throw new AssertionError("a constant is a URI", e);
    }
  }

  private ServerMetadata identityProvider() {
    String endpoint = provider.tokenEndpoint().toString();
    return new ServerMetadata(
        endpoint, JsonObject.of(Map.of("token_endpoint", endpoint)), tokens.urlRules());
  }
}
