package io.mcpbridge.verification.authorization.issuer;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/** Records the requests to the OAuth endpoints, and the secrets in them. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestRecorder extends OncePerRequestFilter {

  private static final List<String> SECRET_PARAMETERS =
      List.of(
          "state",
          "code",
          "code_verifier",
          "client_assertion",
          "client_secret",
          "refresh_token",
          "token",
          "assertion");
  private static final List<String> SECRET_HEADERS = List.of("Authorization", "DPoP");

  private final Set<String> secrets = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** The secrets as received. */
  Set<String> secrets() {
    return secrets;
  }

  /** One line each: path, client, grant, resource, scope, whether with a DPoP proof, and status. */
  List<String> requests() {
    return requests;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getRequestURI().startsWith("/oauth2/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    for (String name : SECRET_PARAMETERS) {
      String value = request.getParameter(name);
      if (value != null) {
        secrets.add(value);
      }
    }
    for (String name : SECRET_HEADERS) {
      String value = request.getHeader(name);
      if (value != null) {
        secrets.add(value.substring(value.indexOf(' ') + 1));
      }
    }
    chain.doFilter(request, response);
    requests.add(line(request, response.getStatus()));
  }

  private static String line(HttpServletRequest request, int status) {
    StringBuilder line = new StringBuilder(request.getRequestURI().substring("/oauth2/".length()));
    for (String name : List.of("grant_type", "resource", "scope")) {
      String value = request.getParameter(name);
      line.append(value == null ? "" : " " + name + "=" + value.replace(' ', '+'));
    }
    return line.append(request.getHeader("DPoP") == null ? "" : " proof")
        .append(" -> ")
        .append(status)
        .toString();
  }
}
