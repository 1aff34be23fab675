package io.mcpbridge.verification.authorization.server;

import java.util.List;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.SpringOpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * The resource identifier of the server at one endpoint, on any port, and the check that tokens are
 * issued for it.
 *
 * @param path the path of the endpoint
 */
record Audience(String path) {

  static final String METADATA = "/.well-known/oauth-protected-resource";

  static Audience of(String path) {
    return new Audience(path);
  }

  private static String absoluteUrl(String path) {
    return ServletUriComponentsBuilder.fromCurrentContextPath().path(path).build().toUriString();
  }

  private boolean isIn(List<String> audience) {
    return audience != null && audience.contains(absoluteUrl(path));
  }

  JwtDecoder decoder(String issuer) {
    NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(issuer + "/oauth2/jwks").build();
    decoder.setJwtValidator(
        new DelegatingOAuth2TokenValidator<>(
            JwtValidators.createDefaultWithIssuer(issuer),
            new JwtClaimValidator<List<String>>(JwtClaimNames.AUD, this::isIn)));
    return decoder;
  }

  OpaqueTokenIntrospector introspector(String issuer) {
    OpaqueTokenIntrospector says =
        SpringOpaqueTokenIntrospector.withIntrospectionUri(issuer + "/oauth2/introspect")
            .clientId("mcp-server")
            .clientSecret("the-secret-of-mcp-server")
            .build();
    return token -> {
      var principal = says.introspect(token);
      List<String> audience = principal.getAttribute(JwtClaimNames.AUD);
      if (audience == null || !isIn(audience)) {
        throw new BadOpaqueTokenException("The token is not for this server");
      }
      return principal;
    };
  }

  BearerTokenAuthenticationEntryPoint entryPoint() {
    BearerTokenAuthenticationEntryPoint entryPoint = new BearerTokenAuthenticationEntryPoint();
    entryPoint.setResourceMetadataParameterResolver(request -> absoluteUrl(METADATA + path));
    return entryPoint;
  }
}
