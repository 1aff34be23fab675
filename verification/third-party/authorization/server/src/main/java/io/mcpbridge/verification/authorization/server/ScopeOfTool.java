package io.mcpbridge.verification.authorization.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Some tools require more than the scope {@code tools}. The response for {@code orders} names the
 * scope; for {@code archive} Spring rejects the call, and does not name it.
 */
final class ScopeOfTool extends OncePerRequestFilter {

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!request.getMethod().equals("POST")) {
      chain.doFilter(request, response);
      return;
    }
    byte[] body = request.getInputStream().readAllBytes();
    String text = new String(body, StandardCharsets.UTF_8);
    if (text.contains("\"archive\"") && !has(request, "SCOPE_archive")) {
      throw new AccessDeniedException("not this tool");
    }
    if (text.contains("\"orders\"") && !has(request, "SCOPE_orders")) {
      response.setHeader(
          HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\", scope=\"orders\"");
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      return;
    }
    chain.doFilter(new Again(request, body), response);
  }

  private static boolean has(HttpServletRequest request, String authority) {
    return request.getUserPrincipal()
            instanceof org.springframework.security.core.Authentication caller
        && caller.getAuthorities().stream()
            .anyMatch(granted -> authority.equals(granted.getAuthority()));
  }

  /** Replays the body for the next filter. */
  private static final class Again extends HttpServletRequestWrapper {
    private final byte[] body;

    Again(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public ServletInputStream getInputStream() {
      ByteArrayInputStream bytes = new ByteArrayInputStream(body);
      return new ServletInputStream() {
        @Override
        public int read() {
          return bytes.read();
        }

        @Override
        public boolean isFinished() {
          return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
          throw new UnsupportedOperationException();
        }
      };
    }
  }
}
