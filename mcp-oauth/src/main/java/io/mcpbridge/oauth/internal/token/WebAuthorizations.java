package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.discovery.ResourceMetadata;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serializes pending authorizations, and restores them for the callback. The authorization server's
 * metadata is discovered again; its issuer is stored (MCP, authorization response validation).
 */
public final class WebAuthorizations {

  private static final int MAX_DETAILS = 65_536;

  private final Discovery discovery;
  private final Registrations registrations;

  public WebAuthorizations(Discovery discovery, Registrations registrations) {
    this.discovery = discovery;
    this.registrations = registrations;
  }

  /**
   * @param user the user who was redirected, and the only one who may come back
   */
  static StoredAuthorization toStored(
      CodeExchange.StartedAuthorization startedAuthorization, String user, Instant ends) {
    TokenFlow.Target target = startedAuthorization.target();
    ResourceMetadata resource = target.discoveredServer().resource();
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("token_principal", target.principal());
    details.put("issuer", target.issuedBy().issuer());
    details.put("token_endpoint", target.issuedBy().tokenEndpoint().toString());
    details.put("resource", resource == null ? null : resource.resource());
    details.put("scopes_supported", resource == null ? Set.of() : resource.scopes().values());
    details.put("dpop", target.bound());
    details.put(
        "dpop_key", startedAuthorization.key() == null ? null : startedAuthorization.key().toJwk());
    details.put("client_id", startedAuthorization.client().clientId());
    details.put("redirect_uri", startedAuthorization.redirectUri().toString());
    details.put("scopes", startedAuthorization.scopes().values());
    details.put("code_verifier", startedAuthorization.verifier().getValue());
    String text = Json.write(details);
    if (text.length() > MAX_DETAILS) {
      throw new OAuthException(
          "what the metadata of "
              + target.server().getHost()
              + " and of its authorization server lists, mostly scopes and URLs, is too long to"
              + " store for a user: "
              + text.length()
              + " characters, of "
              + MAX_DETAILS);
    }
    return new StoredAuthorization(
        startedAuthorization.state().getValue(), user, target.server(), ends, text);
  }

  /**
   * @throws OAuthException if it cannot be completed here
   */
  CodeExchange.StartedAuthorization read(StoredAuthorization stored) {
    JsonObject details = details(stored);
    String issuer = requireText(details, "issuer");
    String resource = details.string("resource");
    boolean bound = Boolean.TRUE.equals(details.bool("dpop"));
    ResourceMetadata metadata =
        resource == null
            ? null
            : new ResourceMetadata(
                resource, List.of(issuer), Scopes.of(details.strings("scopes_supported")), bound);
    TokenFlow.Target target =
        new TokenFlow.Target(
            stored.server(),
            requireText(details, "token_principal"),
            discovery.restore(stored.server(), metadata, issuer),
            bound);
    if (!target
        .issuedBy()
        .tokenEndpoint()
        .toString()
        .equals(requireText(details, "token_endpoint"))) {
      throw new OAuthException(
          "the authorization server "
              + target.issuedBy().host()
              + " now names another token endpoint than when the user was redirected; the"
              + " response is not sent there, so redirect the user again");
    }
    return new CodeExchange.StartedAuthorization(
        target,
        client(target, requireText(details, "client_id")),
        URI.create(requireText(details, "redirect_uri")),
        Scopes.of(details.strings("scopes")),
        new State(stored.state()),
        new CodeVerifier(requireText(details, "code_verifier")),
        key(details, target));
  }

  /** The code may be bound to it already (RFC 9449, section 10). */
  private static @Nullable DPoPKey key(JsonObject details, TokenFlow.Target target) {
    if (!target.bound()) {
      return null;
    }
    DPoPKey key = DPoPKey.of(requireText(details, "dpop_key"));
    if (key == null) {
      throw unreadable();
    }
    return key;
  }

  /** Whether the client is still the same: it may have been registered again since. */
  boolean usesCurrentClient(
      CodeExchange.StartedAuthorization startedAuthorization, TokenFlow.Target target) {
    ClientRegistration client = registrations.findClient(target);
    return client != null && client.clientId().equals(startedAuthorization.client().clientId());
  }

  private ClientRegistration client(TokenFlow.Target target, String clientId) {
    ClientRegistration client = registrations.findClient(target);
    if (client == null
        || !client.clientId().equals(clientId)
        || !registrations.mayUse(target, client)) {
      throw new OAuthException(
          "the client registration used to redirect the user to the authorization server "
              + target.issuedBy().host()
              + " is no longer in use; redirect the user again");
    }
    return client;
  }

  private static JsonObject details(StoredAuthorization stored) {
    try {
      return JsonObject.of(Json.read(stored.details()));
    } catch (JsonException e) {
      throw unreadable();
    }
  }

  private static String requireText(JsonObject details, String name) {
    String value = details.string(name);
    if (value == null) {
      throw unreadable();
    }
    return value;
  }

  private static OAuthException unreadable() {
    return new OAuthException("the AuthorizationStore returned data other than what was stored");
  }
}
