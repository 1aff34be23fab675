package io.mcpbridge.cli.internal;

import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.file.WriteLock;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends the login at a server. */
@Command(
    name = "logout",
    description =
        "Removes the token of a login, and revokes it if the authorization server supports that.")
final class LogoutCommand extends ServersCommand {

  /** How long another process may change the tokens. */
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  @Parameters(arity = "0..1", paramLabel = "SERVER", description = "The server in the file.")
  private @Nullable String server;

  @Option(
      names = "--all",
      description =
          "Remove the tokens of all logins, of any file, without a request to a server: they are not"
              + " revoked.")
  private boolean all;

  private @Nullable OAuthCredentials credentials;

  @Override
  public Integer call() {
    if (all == (server != null)) {
      throw new CliException(ExitCode.USAGE, "name one server, or use --all");
    }
    return all ? removeAll() : super.call();
  }

  private Integer removeAll() {
    StoredLogins logins = new StoredLogins(streams().environment());
    try {
      logins.removeAll(timeout == null ? LOCK_TIMEOUT : timeout);
    } catch (IOException e) {
      throw new CliException(
          ExitCode.FAILED,
          logins.file()
              + " cannot be removed ("
              + (e instanceof WriteLock.HeldException
                  ? e.getMessage()
                  : e.getClass().getSimpleName())
              + ")");
    }
    if (json) {
      output().json(CliOutput.ordered("signedOut", true));
    } else {
      output().line("signed out of all servers");
    }
    return ExitCode.OK.code();
  }

  @Override
  void prepare() {
    servers.clear();
    servers.add(String.valueOf(server));
  }

  /** Connecting shows where the server's metadata is, by which the token is found. */
  @Override
  void authorize(StoredLogins logins, RemoteServer remote, HttpTransportBuilder<?> transport) {
    if (remote.name().equals(server) && StoredLogins.usesLogin(remote)) {
      credentials = logins.credentials(remote);
      transport.credentials(credentials);
    }
  }

  @Override
  ExitCode run(ServerSession session) {
    OAuthCredentials login = credentials;
    ConfiguredEntry entry = session.entries().get(0);
    if (entry.problem() != null && !entry.isDisabled()) {
      return ended(false, null, session.reportUnavailable());
    }
    return login == null ? ended(false, null, session.reportWithoutLogin()) : signOut(login);
  }

  private ExitCode signOut(OAuthCredentials login) {
    StoredLogins logins = new StoredLogins(streams().environment());
    byte[] before = logins.content();
    try {
      login.signOut();
      return ended(true, null, ExitCode.OK);
    } catch (McpException e) {
      output().serverError(String.valueOf(server), e.getMessage());
      boolean isRemoved = !Arrays.equals(before, logins.content());
      return ended(
          isRemoved,
          isRemoved ? false : null,
          e instanceof McpUnavailableException ? ExitCode.UNAVAILABLE : ExitCode.FAILED);
    }
  }

  /**
   * Reports the end.
   *
   * @param isRevoked {@code false} if the authorization server still accepts the token that was
   *     removed; otherwise {@code null}
   */
  private ExitCode ended(boolean isSignedOut, @Nullable Boolean isRevoked, ExitCode exitCode) {
    if (json) {
      Map<String, @Nullable Object> document =
          CliOutput.ordered("server", server, "signedOut", isSignedOut);
      CliOutput.put(document, "revoked", isRevoked);
      output().json(document);
    } else if (isSignedOut) {
      output().line(server + ": signed out");
    }
    return exitCode;
  }
}
