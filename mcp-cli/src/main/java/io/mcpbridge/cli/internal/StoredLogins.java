package io.mcpbridge.cli.internal;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.internal.file.WriteLock;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tokens of {@code mcp login}, in an encrypted file below the user's settings. */
final class StoredLogins {

  private final Path file;

  StoredLogins(CliEnvironment environment) {
    this.file = environment.settings().resolve("mcp-bridge").resolve("tokens");
  }

  Path file() {
    return file;
  }

  /** Uses the token of an earlier login, unless the entry has credentials itself. */
  void applyTo(RemoteServer server, HttpTransportBuilder<?> transport) {
    if (usesLogin(server)) {
      transport.credentials(new StoredToken(this, server));
    }
  }

  static boolean usesLogin(RemoteServer server) {
    return server.headers().keySet().stream().noneMatch("Authorization"::equalsIgnoreCase);
  }

  /**
   * Removes the tokens of all servers, and their key.
   *
   * @param atMost how long to wait for another process that changes them
   */
  void removeAll(Duration atMost) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return;
    }
    Path tokens = folder.toRealPath().resolve(file.getFileName());
    try (WriteLock lock = WriteLock.of(tokens, atMost, "option --timeout")) {
      Files.deleteIfExists(tokens);
      Files.deleteIfExists(tokens.resolveSibling(tokens.getFileName() + ".key"));
    }
  }

  /** The encrypted tokens, by which a change is noticed; empty if there are none. */
  byte[] content() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** OAuth credentials that use a token of the file, and ask no user. */
  OAuthCredentials credentials(RemoteServer server) {
    return credentials(
        server,
        () -> {
          throw AuthorizationPrompt.CallbackReceiver.failed("the user has not signed in");
        });
  }

  /** OAuth credentials whose tokens are kept in the file. */
  OAuthCredentials credentials(RemoteServer server, AuthorizationPrompt prompt) {
    OAuthCredentialsBuilder builder =
        OAuthCredentials.builder(server.url().toString())
            .prompt(prompt)
            .tokenStore(FileTokenStore.of(file));
    if (isLoopback(server)) {
      builder.urlPolicy(UrlPolicy.defaults().allowLoopback());
    }
    if (server.allowsPlainHttp()) {
      builder.allowPlainHttp();
    }
    if (server.clientId() != null) {
      builder.client(ClientRegistration.of(server.clientId()));
    }
    if (server.clientName() != null) {
      builder.clientName(server.clientName());
    }
    return server.scopes().isEmpty() ? builder.build() : builder.scopes(server.scopes()).build();
  }

  private static boolean isLoopback(RemoteServer server) {
    String host = server.url().getHost();
    return "localhost".equals(host) || "127.0.0.1".equals(host) || "[::1]".equals(host);
  }

  /** Creates what OAuth needs only when the server asks for a token. */
  private static final class StoredToken implements Credentials {

    private final StoredLogins logins;
    private final RemoteServer server;
    private @Nullable OAuthCredentials credentials;

    StoredToken(StoredLogins logins, RemoteServer server) {
      this.logins = logins;
      this.server = server;
    }

    @Override
    public Map<String, String> headersFor(OutgoingRequest request) {
      OAuthCredentials current;
      synchronized (this) {
        current = credentials;
      }
      return current == null ? Map.of() : current.headersFor(request);
    }

    @Override
    public boolean renew(Challenge challenge) {
      return Files.exists(logins.file()) && credentials().renew(challenge);
    }

    private synchronized OAuthCredentials credentials() {
      OAuthCredentials current = credentials;
      if (current == null) {
        current = logins.credentials(server);
        credentials = current;
      }
      return current;
    }
  }
}
