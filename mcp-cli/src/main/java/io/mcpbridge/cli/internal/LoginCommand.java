package io.mcpbridge.cli.internal;

import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import java.time.Duration;
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
      transport.credentials(logins.credentials(remote, prompt));
    }
  }

  private void show(URI page) {
    isPrompted = true;
    output().message("Open this page to sign in: " + page.toASCIIString());
  }

  @Override
  ExitCode run(ServerSession session) {
    ExitCode exitCode = session.reportUnavailable();
    boolean isSignedIn = exitCode == ExitCode.OK;
    if (json) {
      output().json(ResourcesCommand.ordered("server", server, "signedIn", isSignedIn));
    } else if (isSignedIn) {
      output().line(server + ": " + (isPrompted ? "signed in" : "connected"));
    }
    return exitCode;
  }
}
