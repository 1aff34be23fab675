package io.mcpbridge.verification.conformance;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.UrlPolicy;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The credentials for a scenario with a protected server. */
final class Authorization {

  /** The suite recognizes this URL and serves nothing there. */
  private static final String CLIENT_METADATA =
      "https://conformance-test.local/client-metadata.json";

  private Authorization() {}

  static OAuthCredentials of(String scenario, String server, JsonObject context) {
    OAuthCredentialsBuilder builder =
        OAuthCredentials.builder(server)
            .clientName("MCP Bridge conformance")
            .clientIdMetadataDocument(CLIENT_METADATA)
            .urlPolicy(UrlPolicy.defaults().allowLoopback());
    return switch (scenario) {
      case "auth/client-credentials-jwt" -> builder.client(withKey(context)).build();
      case "auth/client-credentials-basic" -> builder.client(withSecret(context)).build();
      case "auth/wif-jwt-bearer" ->
          builder
              .client(ClientRegistration.of(context.string("client_id", "")).atFirstIssuer())
              .workloadIdentity(() -> context.string("valid_jwt", ""))
              .build();
      case "auth/enterprise-managed-authorization" ->
          builder
              .client(withSecret(context))
              .identityProvider(identityProvider(context))
              .principal(() -> "user")
              .build();
      case "auth/pre-registration" ->
          builder.client(withSecret(context)).prompt(new AgreeingPerson()).build();
      default -> builder.prompt(new AgreeingPerson()).build();
    };
  }

  private static ClientRegistration withSecret(JsonObject context) {
    ClientRegistration client =
        ClientRegistration.of(context.string("client_id", ""), context.string("client_secret", ""));
    String issuer = context.string("issuer");
    return issuer == null ? client.atFirstIssuer() : client.at(issuer);
  }

  private static IdentityProvider identityProvider(JsonObject context) {
    return new IdentityProvider(
        URI.create(context.string("idp_token_endpoint", "")),
        ClientRegistration.of(context.string("idp_client_id", "")),
        () -> context.string("idp_id_token", ""));
  }

  private static ClientRegistration withKey(JsonObject context) {
    return ClientRegistration.of(
        context.string("client_id", ""),
        privateKey(context.string("private_key_pem", "")),
        context.string("signing_algorithm", "ES256"),
        null);
  }

  private static PrivateKey privateKey(String pem) {
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    try {
      return KeyFactory.getInstance("EC")
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the suite's key is none", e);
    }
  }
}
