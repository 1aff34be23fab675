package io.mcpbridge.oauth.internal.token;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Token requests (RFC 6749, section 3.2). */
public final class TokenEndpoint {

  /**
   * How long before its expiry a token is refreshed; a tenth of its lifetime if that is shorter.
   */
  static final Duration REFRESH_BEFORE_EXPIRY = Duration.ofSeconds(30);

  /** Allowance for a slow store or name server. */
  private static final Duration STORE_ALLOWANCE = Duration.ofSeconds(15);

  /** Of tokens and clients, which are parts of headers and URLs. */
  private static final int MAX_LENGTH = 32_768;

  private static final long MAX_LIFETIME_SECONDS = Duration.ofDays(3650).toSeconds();

  /** A client uses one token endpoint, plus possibly that of an identity provider. */
  private static final int MAX_NONCES = 100;

  /**
   * The characters of a header (RFC 6750, section 2.1; RFC 6749, appendix A.12, without spaces).
   */
  private static final Pattern ACCESS_TOKEN = Pattern.compile("[\\x21-\\x7e]+");

  /** RFC 6749, appendix A.17. */
  private static final Pattern REFRESH_TOKEN = Pattern.compile("[\\x20-\\x7e]+");

  private final AuthHttp http;
  private final Clock clock;

  /** The nonce for the next proof at each token endpoint. */
  private final LruMap<URI, String> nonces = new LruMap<>(MAX_NONCES);

  public TokenEndpoint(AuthHttp http, Clock clock) {
    this.http = http;
    this.clock = clock;
  }

  UrlRules urlRules() {
    return http.rules();
  }

  SettingNames names() {
    return http.names();
  }

  /** How long a token request and the store may take: a request, and one retry with a nonce. */
  public Duration longest() {
    return http.policy().timeout().multipliedBy(2).plus(STORE_ALLOWANCE);
  }

  /**
   * The parameters of a token request.
   *
   * @param resource the resource identifier (RFC 8707), or {@code null} if the server has none
   * @param sent the scope values to send; empty to omit the parameter
   * @param requested the scope values to record as requested
   * @param key the key to bind the token to (RFC 9449), or {@code null} for a bearer token
   */
  record TokenParameters(
      @Nullable String resource, Scopes sent, Scopes requested, @Nullable DPoPKey key) {}

  /**
   * @throws OAuthException if the server refuses the request
   * @throws McpUnavailableException if the server is away, so that nothing was decided
   */
  OAuthToken get(
      ServerMetadata server,
      ClientRegistration client,
      AuthorizationGrant grant,
      TokenParameters tokenParameters) {
    return token(ask(server, client, grant, tokenParameters), describe(server), tokenParameters);
  }

  private static String describe(ServerMetadata server) {
    return "the token endpoint of " + server.host();
  }

  /** Returns the response even if it is a refusal. */
  AuthResponse ask(
      ServerMetadata server,
      ClientRegistration client,
      AuthorizationGrant grant,
      TokenParameters tokenParameters) {
    DPoPKey key = tokenParameters.key();
    if (key == null) {
      return http.send(buildRequest(server, client, grant, tokenParameters));
    }
    AuthResponse answer = sendWithDPoP(key, buildRequest(server, client, grant, tokenParameters));
    boolean wantsNonce =
        answer.body() != null && "use_dpop_nonce".equals(answer.body().string("error"));
    return wantsNonce && answer.dpopNonce() != null // RFC 9449, section 8: retry with it
        ? sendWithDPoP(key, buildRequest(server, client, grant, tokenParameters))
        : answer;
  }

  /** Takes the nonce for the next proof from any response (RFC 9449, section 8.2). */
  private AuthResponse sendWithDPoP(DPoPKey key, AuthRequest request) {
    URI uri = request.uri();
    String proof = key.proof("POST", uri, null, nonces.get(uri));
    AuthResponse answer = http.send(request.withHeader("DPoP", proof));
    if (answer.dpopNonce() != null) {
      nonces.put(uri, answer.dpopNonce());
    }
    return answer;
  }

  private AuthRequest buildRequest(
      ServerMetadata server,
      ClientRegistration client,
      AuthorizationGrant grant,
      TokenParameters tokenParameters) {
    AuthenticatedForm form =
        new AuthenticatedForm(client, server, grant.toParameters(), http.names());
    if (!form.isAuthenticated() && grant.getType().requiresClientAuthentication()) {
      throw new OAuthException(
              "this client cannot authenticate at "
                  + describe(server)
                  + "; give it a secret or a key (setting: "
                  + http.names().of(OAuthSetting.CLIENT_SECRET)
                  + ")")
          .withSetting("auth.oauth2.client-secret");
    }
    if (tokenParameters.resource() != null) {
      form.parameter("resource", tokenParameters.resource());
    }
    if (!tokenParameters.sent().isEmpty()) {
      form.parameter("scope", tokenParameters.sent().toString());
    }
    return form.toRequest(describe(server), server.tokenEndpoint());
  }

  private OAuthToken token(
      AuthResponse answer, String description, TokenParameters tokenParameters) {
    JsonObject body = answer.body();
    String accessToken = body == null ? null : body.string("access_token");
    if (!answer.isSuccess() || body == null || accessToken == null || accessToken.isBlank()) {
      throw refusal(answer, description);
    }
    String refreshToken = body.string("refresh_token");
    require(accessToken, ACCESS_TOKEN, "access_token", description);
    require(refreshToken == null ? " " : refreshToken, REFRESH_TOKEN, "refresh_token", description);
    String type = body.string("token_type", "Bearer");
    DPoPKey key = tokenParameters.key();
    String expected = key == null ? "Bearer" : "DPoP";
    if (!type.equalsIgnoreCase(expected)) {
      throw new OAuthException(description + " returned a token of a type that was not requested")
          .asLasting();
    }
    String scope = body.string("scope");
    Scopes granted =
        scope == null || scope.isBlank() ? tokenParameters.requested() : Scopes.parse(scope);
    return new OAuthToken(
        accessToken,
        expected,
        refreshToken,
        renewAt(body),
        tokenParameters.requested().values(),
        granted.values(),
        key == null ? null : key.toJwk());
  }

  /**
   * Checked before the value is stored: every later request with it would fail until a sign-out.
   */
  static void require(String value, Pattern allowed, String member, String source) {
    if (value.length() > MAX_LENGTH || !allowed.matcher(value).matches()) {
      throw new OAuthException(
              source
                  + " returned "
                  + member
                  + (value.length() > MAX_LENGTH
                      ? " of " + value.length() + " characters"
                      : " with invalid characters (RFC 6749, appendix A)")
                  + "; it is not used")
          .asLasting();
    }
  }

  /**
   * A server in trouble has decided nothing, whatever the error code. Anything else is a refusal,
   * even without an error code, such as from a firewall that does not know OAuth.
   */
  static McpException refusal(AuthResponse answer, String description) {
    String message = description + " returned no token: HTTP status " + answer.status();
    if (answer.isTemporaryFailure()) {
      return new McpUnavailableException(message, null);
    }
    String error = answer.body() == null ? null : answer.body().string("error");
    return new OAuthException(
            message
                + TokenErrors.inParentheses(error)
                + (answer.isSuccess() ? ", without a token in it" : ""),
            error)
        .asLasting()
        .withSetting(setting(error));
  }

  /** The setting that an error code is about (RFC 6749, section 5.2); {@code null} if unknown. */
  private static @Nullable String setting(@Nullable String error) {
    return error == null
        ? null
        : switch (error) {
          case "invalid_client", "unauthorized_client" -> "auth.oauth2.client-id";
          case "invalid_scope" -> "auth.oauth2.scopes";
          default -> null;
        };
  }

  private @Nullable Instant renewAt(JsonObject body) {
    Long seconds = seconds(body);
    if (seconds == null || seconds <= 0) {
      return null; // use it until refused; an expiry of now would refresh before each request
    }
    Duration life = Duration.ofSeconds(Math.min(seconds, MAX_LIFETIME_SECONDS));
    Duration tenth = life.dividedBy(10);
    return clock
        .instant()
        .plus(life)
        .minus(tenth.compareTo(REFRESH_BEFORE_EXPIRY) < 0 ? tenth : REFRESH_BEFORE_EXPIRY);
  }

  /** Some servers send the number as a string. */
  private static @Nullable Long seconds(JsonObject body) {
    String text = body.string("expires_in");
    if (text == null) {
      return body.integer("expires_in");
    }
    return text.matches("\\d{1,18}") ? (Long) Long.parseLong(text) : null;
  }
}
