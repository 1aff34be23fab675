package io.mcpbridge.oauth.internal.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One challenge of a {@code WWW-Authenticate} header (RFC 9110, section 11.6.1).
 *
 * @param scheme the authentication scheme in lower case
 * @param parameters by their names in lower case; the first one if a name occurs twice
 */
public record AuthChallenge(String scheme, Map<String, String> parameters) {

  /** The schemes with which an MCP server asks for a token (RFC 6750, RFC 9449). */
  private static final Set<String> SCHEMES = Set.of("bearer", "dpop");

  private static final AuthChallenge NONE = new AuthChallenge("", Map.of());

  /** Parameters that one challenge sets for all others that lack them. */
  private static final List<String> SHARED = List.of("resource_metadata", "error", "scope");

  /** The relevant challenge for a request without a token. */
  public static AuthChallenge of(List<String> wwwAuthenticate) {
    return of(wwwAuthenticate, null);
  }

  /**
   * Selects the challenge for the token among all that a server sent: the one with the scheme that
   * was refused, otherwise the first; an empty one if there is none. Some servers accept both
   * schemes (RFC 9449, section 7.1).
   *
   * @param refused the {@code Authorization} of the request, or {@code null} if it had none
   */
  public static AuthChallenge of(List<String> wwwAuthenticate, @Nullable String refused) {
    List<AuthChallenge> candidates =
        wwwAuthenticate.stream()
            .flatMap(value -> parse(value).stream())
            .filter(challenge -> SCHEMES.contains(challenge.scheme))
            .toList();
    return candidates.stream()
        .filter(challenge -> challenge.isFor(refused))
        .findFirst()
        .or(() -> candidates.stream().findFirst())
        .map(challenge -> challenge.completedBy(candidates))
        .orElse(NONE);
  }

  private boolean isFor(@Nullable String authorization) {
    return authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(scheme + " ");
  }

  private AuthChallenge completedBy(List<AuthChallenge> challenges) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    for (AuthChallenge challenge : challenges) {
      for (String name : SHARED) {
        String value = challenge.parameters.get(name);
        if (value != null) {
          all.putIfAbsent(name, value);
        }
      }
    }
    return new AuthChallenge(scheme, all);
  }

  boolean isPresent() {
    return !scheme.isEmpty();
  }

  /** The URL of the protected resource metadata (RFC 9728, section 5.1), if the server sent it. */
  @Nullable String resourceMetadata() {
    return parameters.get("resource_metadata");
  }

  /** The error code, such as {@code insufficient_scope} (RFC 6750, section 3.1). */
  public String error() {
    return parameters.getOrDefault("error", "");
  }

  /** The scope that the request needs, or {@code null} if the server did not send it. */
  public @Nullable Scopes scope() {
    String scope = parameters.get("scope");
    return scope == null || scope.isBlank() ? null : Scopes.parse(scope);
  }

  /** All challenges of one header value, up to the first that cannot be parsed. */
  static List<AuthChallenge> parse(String value) {
    return new Parser(value).challenges();
  }

  /** Parsing needs lookahead: a comma separates parameters as well as challenges. */
  private static final class Parser {
    private final String text;
    private int position;

    Parser(String text) {
      this.text = text;
    }

    List<AuthChallenge> challenges() {
      List<AuthChallenge> challenges = new ArrayList<>();
      skip(" \t,");
      while (position < text.length()) {
        String scheme = token();
        if (scheme.isEmpty()) {
          break;
        }
        challenges.add(new AuthChallenge(scheme.toLowerCase(Locale.ROOT), parameters()));
        skip(" \t,");
      }
      return challenges;
    }

    private Map<String, String> parameters() {
      Map<String, String> parameters = new LinkedHashMap<>();
      skip(" \t");
      while (position < text.length()) {
        int start = position;
        String name = token();
        skip(" \t");
        if (name.isEmpty() || position >= text.length() || text.charAt(position) != '=') {
          position = start; // the next scheme
          return parameters;
        }
        position++;
        if (position < text.length() && text.charAt(position) == '=') {
          skip("="); // the padding of a token68, which none of our schemes has
        } else {
          skip(" \t");
          parameters.putIfAbsent(name.toLowerCase(Locale.ROOT), value());
        }
        skip(" \t,");
      }
      return parameters;
    }

    private String value() {
      if (position >= text.length() || text.charAt(position) != '"') {
        return token();
      }
      StringBuilder value = new StringBuilder();
      for (position++; position < text.length() && text.charAt(position) != '"'; position++) {
        if (text.charAt(position) == '\\' && position + 1 < text.length()) {
          position++;
        }
        value.append(text.charAt(position));
      }
      position++;
      return value.toString();
    }

    /** Lenient: some servers omit the quotes around a URL. */
    private String token() {
      int start = position;
      while (position < text.length() && " \t,=\"".indexOf(text.charAt(position)) < 0) {
        position++;
      }
      return text.substring(start, position);
    }

    private void skip(String characters) {
      while (position < text.length() && characters.indexOf(text.charAt(position)) >= 0) {
        position++;
      }
    }
  }
}
