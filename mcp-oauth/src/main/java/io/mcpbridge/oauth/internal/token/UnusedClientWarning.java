package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import io.mcpbridge.oauth.internal.http.SettingNames;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns about configured clients that are not used because they are for other issuers. An extra
 * slash suffices for that, so both issuers are shown in full.
 */
final class UnusedClientWarning {

  private static final Logger log = LoggerFactory.getLogger(UnusedClientWarning.class);

  /** Limit for the issuer that an MCP server names. */
  private static final int MAX_SHOWN = 500;

  /** Limit for a client id that an authorization server assigned. */
  private static final int MAX_CLIENT_SHOWN = 100;

  private final List<ClientRegistration> configuredClients;
  private final SettingNames names;
  private final AtomicBoolean warned = new AtomicBoolean();

  UnusedClientWarning(List<ClientRegistration> configuredClients, SettingNames names) {
    this.configuredClients = configuredClients;
    this.names = names;
  }

  /** Warns once if another client is used instead. */
  void warn(TokenFlow.Target target, ClientRegistration usedClient) {
    if (!configuredClients.isEmpty()
        && !configuredClients.contains(usedClient)
        && warned.compareAndSet(false, true)) {
      log.warn(
          "For {} the configured client is not used; using {}{}",
          target.server().getHost(),
          DisplayText.line(usedClient.clientId(), MAX_CLIENT_SHOWN),
          hint(target.issuedBy().issuer()));
    }
  }

  /** The suffix of a message about that issuer; empty if no client is configured. */
  String hint(String issuer) {
    if (configuredClients.isEmpty()) {
      return "";
    }
    return ": the issuer of the authorization server is "
        + describe(issuer)
        + ", but the configured client is for another issuer ("
        + configuredClients.stream()
            .map(UnusedClientWarning::describe)
            .collect(Collectors.joining(", "))
        + "); if it is the same server, set the issuer exactly as shown (setting: "
        + names.of(OAuthSetting.ISSUER)
        + ")";
  }

  private static String describe(ClientRegistration client) {
    String issuer = client.issuer();
    return client.clientId() + " for " + (issuer == null ? "the first one" : describe(issuer));
  }

  private static String describe(String issuer) {
    return '"' + DisplayText.line(issuer, MAX_SHOWN) + '"';
  }
}
