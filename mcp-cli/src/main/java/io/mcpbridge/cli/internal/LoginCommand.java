package io.mcpbridge.cli.internal;

import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs in at a server. */
@Command(
    name = "login",
    description = {
      "Signs in at a server with the browser (OAuth). The token is kept, encrypted, in"
          + " mcp-bridge/tokens below the user's settings folder, and all commands use it."
    })
final class LoginCommand extends ServersCommand {

  private static final Duration TIME_TO_SIGN_IN = Duration.ofMinutes(5);

  @Parameters(paramLabel = "SERVER", description = "The server in the file.")
  private String server = "";

  @Option(
      names = "--no-browser",
      description = "Print the address of the page instead of opening it.")
  private boolean noBrowser;

  private volatile boolean isPrompted;

  @Override
  void prepare() {
    servers.clear();
    servers.add(server);
    if (timeout == null) {
      timeout = TIME_TO_SIGN_IN;
    }
  }

  @Override
  void authorize(StoredLogins logins, RemoteServer remote, HttpTransportBuilder<?> transport) {
    if (remote.name().equals(server) && StoredLogins.usesLogin(remote)) {
      Duration limit = timeout == null ? TIME_TO_SIGN_IN : timeout;
      LoopbackPrompt prompt =
          (noBrowser ? LoopbackPrompt.showing(this::show) : LoopbackPrompt.openingBrowser())
              .withTimeout(limit);
      if (remote.redirectUri() != null) {
        prompt = prompt.withRedirectUri(remote.redirectUri());
      }
      transport.credentials(logins.credentials(remote, noticed(prompt)));
    }
  }

  /**
   * A sign-in is reported as one, and not as a connection for which the stored token was enough.
   */
  private AuthorizationPrompt noticed(AuthorizationPrompt prompt) {
    return new AuthorizationPrompt() {
      @Override
      public CallbackReceiver prepare() {
        return prepare(null);
      }

      @Override
      public CallbackReceiver prepare(@Nullable URI preferredUri) {
        isPrompted = true;
        return prompt.prepare(preferredUri);
      }
    };
  }

  private void show(URI page) {
    output().message("Open this page to sign in: " + page.toASCIIString());
  }

  @Override
  ExitCode run(ServerSession session) {
    ExitCode exitCode = session.reportUnavailable().and(session.reportWithoutLogin());
    boolean isSignedIn = exitCode == ExitCode.OK;
    if (json) {
      output().json(CliOutput.ordered("server", server, "signedIn", isSignedIn));
    } else if (isSignedIn) {
      output().line(server + ": " + (isPrompted ? "signed in" : "connected"));
    }
    return exitCode;
  }
}
