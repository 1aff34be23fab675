package io.mcpbridge.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.json.JsonObject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gets tokens (RFC 6749, section 3.2). */
final class TokenEndpoint {

  /**
   * A token is renewed so long before it ends, or a tenth of its life before if that is shorter.
   */
  static final Duration AHEAD = Duration.ofSeconds(30);

  /** What a store, or a name server that does not answer, may take besides. */
  private static final Duration TO_KEEP = Duration.ofSeconds(15);

  private static final long LONGEST_LIFE = Duration.ofDays(3650).toSeconds();

  /** A client has to do with one token endpoint, or with that of an identity provider besides. */
  private static final int MAX_NONCES = 100;

  /** What a header can carry (RFC 6750, section 2.1; RFC 6749, appendix A.12, but for blanks). */
  private static final Pattern ACCESS_TOKEN = Pattern.compile("[\\x21-\\x7e]+");

  /** RFC 6749, appendix A.17. */
  private static final Pattern REFRESH_TOKEN = Pattern.compile("[\\x20-\\x7e]+");

  private final AuthHttp http;
  private final Clock clock;

  /** What each token endpoint wants to see in the next proof. */
  private final LastUsed<URI, String> nonces = new LastUsed<>(MAX_NONCES);

  TokenEndpoint(AuthHttp http, Clock clock) {
    this.http = http;
    this.clock = clock;
  }

  UrlRules urlRules() {
    return http.rules();
  }

  SettingNames names() {
    return http.names();
  }

  /** How long it may take until a token is had and kept: a request, and once more with a nonce. */
  Duration longest() {
    return http.policy().timeout().multipliedBy(2).plus(TO_KEEP);
  }

  /**
   * What is asked for.
   *
   * @param resource for which server (RFC 8707), or {@code null} where that has no name
   * @param sent the scope values to send; empty to leave the parameter out
   * @param requested what to note as asked for
   * @param key what it is to be bound to (RFC 9449), or {@code null} for a bearer token
   */
  record Wish(@Nullable String resource, Scopes sent, Scopes requested, @Nullable ProofKey key) {}

  /**
   * @throws OAuthException if it gives none
   * @throws McpUnavailableException if it is away, so that it has decided nothing
   */
  OAuthToken get(
      ServerMetadata server, ClientRegistration client, AuthorizationGrant grant, Wish wish) {
    return token(ask(server, client, grant, wish), what(server), wish);
  }

  private static String what(ServerMetadata server) {
    return "the token endpoint of " + server.host();
  }

  /** The answer as it comes, be it a refusal. */
  AuthAnswer ask(
      ServerMetadata server, ClientRegistration client, AuthorizationGrant grant, Wish wish) {
    ProofKey key = wish.key();
    if (key == null) {
      return http.send(asked(server, client, grant, wish));
    }
    AuthAnswer answer = proven(key, asked(server, client, grant, wish));
    boolean wantsNonce =
        answer.body() != null && "use_dpop_nonce".equals(answer.body().string("error"));
    return wantsNonce && answer.dpopNonce() != null // RFC 9449, section 8: once more, with it
        ? proven(key, asked(server, client, grant, wish))
        : answer;
  }

  /** Takes the nonce for the next one from any answer (RFC 9449, section 8.2). */
  private AuthAnswer proven(ProofKey key, AuthRequest request) {
    URI uri = request.uri();
    String proof = key.proof("POST", uri, null, nonces.get(uri));
    AuthAnswer answer = http.send(request.with("DPoP", proof));
    if (answer.dpopNonce() != null) {
      nonces.put(uri, answer.dpopNonce());
    }
    return answer;
  }

  private AuthRequest asked(
      ServerMetadata server, ClientRegistration client, AuthorizationGrant grant, Wish wish) {
    ClientForm form = new ClientForm(client, server, grant.toParameters(), http.names());
    if (!form.isProven() && grant.getType().requiresClientAuthentication()) {
      throw new OAuthException(
          "this client cannot prove to "
              + what(server)
              + " that it is itself; give it a secret or a key (setting: "
              + http.names().of(Setting.CLIENT_SECRET)
              + ")");
    }
    if (wish.resource() != null) {
      form.with("resource", wish.resource());
    }
    if (!wish.sent().isEmpty()) {
      form.with("scope", wish.sent().toString());
    }
    return form.to(what(server), server.tokenEndpoint());
  }

  private OAuthToken token(AuthAnswer answer, String what, Wish wish) {
    JsonObject body = answer.body();
    String accessToken = body == null ? null : body.string("access_token");
    if (!answer.isSuccess() || body == null || accessToken == null || accessToken.isBlank()) {
      throw refusal(answer, what);
    }
    String refreshToken = body.string("refresh_token");
    require(accessToken, ACCESS_TOKEN, "access_token", what);
    require(refreshToken == null ? " " : refreshToken, REFRESH_TOKEN, "refresh_token", what);
    String type = body.string("token_type", "Bearer");
    ProofKey key = wish.key();
    String expected = key == null ? "Bearer" : "DPoP";
    if (!type.equalsIgnoreCase(expected)) {
      throw new OAuthException(what + " gave a token of a type that was not asked for").lasting();
    }
    String scope = body.string("scope");
    Scopes granted = scope == null || scope.isBlank() ? wish.requested() : Scopes.parse(scope);
    return new OAuthToken(
        accessToken,
        expected,
        refreshToken,
        renewAt(body),
        wish.requested().values(),
        granted.values(),
        key == null ? null : key.toJwk());
  }

  /** Before it is kept: every later request with it would fail, until somebody signs out. */
  private static void require(String token, Pattern allowed, String member, String what) {
    if (!allowed.matcher(token).matches()) {
      throw new OAuthException(
              what
                  + " gave a "
                  + member
                  + " with characters that no token has (RFC 6749, appendix A); it is not used")
          .lasting();
    }
  }

  /**
   * In trouble, it has decided nothing, whatever its code. All else is a no, also where it comes
   * without a code, as from a filter in front that knows nothing of OAuth.
   */
  static McpException refusal(AuthAnswer answer, String what) {
    String message = what + " gave no token: HTTP status " + answer.status();
    if (answer.isTrouble()) {
      return new McpUnavailableException(message, null);
    }
    String error = answer.body() == null ? null : answer.body().string("error");
    return new OAuthException(
            message
                + TokenErrors.shown(error)
                + (answer.isSuccess() ? ", without a token in it" : ""),
            error)
        .lasting();
  }

  private @Nullable Instant renewAt(JsonObject body) {
    Long seconds = seconds(body);
    if (seconds == null || seconds <= 0) {
      return null; // until it is refused; with an end of now it would be renewed before each
      // request
    }
    Duration life = Duration.ofSeconds(Math.min(seconds, LONGEST_LIFE));
    Duration tenth = life.dividedBy(10);
    return clock.instant().plus(life).minus(tenth.compareTo(AHEAD) < 0 ? tenth : AHEAD);
  }

  /** Some write the number as a text. */
  private static @Nullable Long seconds(JsonObject body) {
    String text = body.string("expires_in");
    if (text == null) {
      return body.integer("expires_in");
    }
    return text.matches("\\d{1,18}") ? (Long) Long.parseLong(text) : null;
  }
}
