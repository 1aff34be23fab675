package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One authorization for all users of a server, who have a connection each: it distinguishes the
 * users itself and keeps their pending requests.
 */
public record SharedAuthorization(
    Supplier<@Nullable ServerAuthorization> all, Map<String, Credentials> servers)
    implements ServerAuthorization {

  public SharedAuthorization(Supplier<@Nullable ServerAuthorization> all) {
    this(all, new ConcurrentHashMap<>());
  }

  boolean isThere() {
    return all.get() != null;
  }

  @Override
  public Credentials credentials(String server, URI url, OAuthSettings settings) {
    return servers.computeIfAbsent(
        server,
        key -> Objects.requireNonNull(all.get()).credentials(server, url, settings.forEachUser()));
  }
}
