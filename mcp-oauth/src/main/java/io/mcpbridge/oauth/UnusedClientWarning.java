package io.mcpbridge.oauth;

import io.mcpbridge.internal.text.DisplayText;
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

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);

  /** Limit for the issuer that an MCP server names. */
  private static final int MAX_SHOWN = 500;

  /** Limit for a client id that an authorization server assigned. */
  private static final int MAX_CLIENT_SHOWN = 100;

  private final List<ClientRegistration> given;
  private final SettingNames names;
  private final AtomicBoolean told = new AtomicBoolean();

  UnusedClientWarning(List<ClientRegistration> given, SettingNames names) {
    this.given = given;
    this.names = names;
  }

  /** Warns once if another client is used instead. */
  void warn(TokenFlow.Target target, ClientRegistration used) {
    if (!given.isEmpty() && !given.contains(used) && told.compareAndSet(false, true)) {
      log.warn(
          "For {} the client that is configured is not used, but {}{}",
          target.server().getHost(),
          DisplayText.line(used.clientId(), MAX_CLIENT_SHOWN),
          words(target.issuedBy().issuer()));
    }
  }

  /** The suffix of a message about that issuer; empty if no client is configured. */
  String words(String issuer) {
    if (given.isEmpty()) {
      return "";
    }
    return ": the issuer of the authorization server is "
        + shown(issuer)
        + ", and what is configured is for another issuer ("
        + given.stream().map(UnusedClientWarning::shown).collect(Collectors.joining(", "))
        + "); if it is this one, write it like that, character for character (setting: "
        + names.of(Setting.ISSUER)
        + ")";
  }

  private static String shown(ClientRegistration client) {
    String issuer = client.issuer();
    return client.clientId() + " for " + (issuer == null ? "the first one" : shown(issuer));
  }

  private static String shown(String issuer) {
    return '"' + DisplayText.line(issuer, MAX_SHOWN) + '"';
  }
}
