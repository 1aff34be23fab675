package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Client metadata for dynamic registration (RFC 7591, section 2).
 *
 * @param clientName the name shown to users
 * @param grantTypes the grant types that the client uses
 */
public record ClientMetadata(String clientName, List<String> grantTypes) {

  /**
   * @param redirectUri the redirect URI
   * @param scopes all scopes that may be requested, now or later, if known
   */
  String toJson(ServerMetadata server, URI redirectUri, Scopes scopes) {
    boolean nativeClient = PlainHttp.isLoopback(String.valueOf(redirectUri.getHost()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("client_name", clientName);
    json.put("redirect_uris", List.of(redirectUri.toString()));
    json.put("grant_types", grantTypes);
    json.put("response_types", List.of("code"));
    json.put("application_type", nativeClient ? "native" : "web");
    json.put("token_endpoint_auth_method", method(server, nativeClient));
    if (!scopes.isEmpty()) {
      json.put("scope", scopes.toString());
    }
    return Json.write(json);
  }

  /** A native client cannot keep a secret (RFC 8252, section 8.4). */
  private static String method(ServerMetadata server, boolean nativeClient) {
    List<String> methods = server.tokenEndpointAuthMethods();
    if (nativeClient && (methods.isEmpty() || methods.contains("none"))) {
      return "none";
    }
    if (methods.isEmpty() || methods.contains("client_secret_basic")) {
      return "client_secret_basic";
    }
    return methods.contains("client_secret_post") ? "client_secret_post" : "none";
  }
}
