package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpServerProperties;
import org.springframework.util.StringUtils;

/** Warns of the server's own properties that do not apply to its transport. */
record IneffectiveProperties(ServerSettings settings) {

  /** Checks a server with a URL. */
  void withUrl() {
    McpServerProperties own = settings.own();
    warn("args", own.args() != null && !own.args().isEmpty(), "command");
    warn("env", !own.env().isEmpty(), "command");
    warn("working-directory", own.workingDirectory() != null, "command");
    warn("login-shell-path", own.loginShellPath() != null, "command");
  }

  /** Checks a server with a command. */
  void withCommand() {
    McpServerProperties own = settings.own();
    warn("headers", !own.headers().isEmpty(), "url");
    McpServerProperties.Auth auth = own.auth();
    warn(
        "auth.type",
        auth.type() != null && auth.type() != McpServerProperties.AuthType.NONE,
        "url");
    warn("auth.bearer-token", StringUtils.hasText(auth.bearerToken()), "url");
    warn("auth.client-registration", StringUtils.hasText(auth.clientRegistration()), "url");
    warn("auth.oauth2", !auth.oauth2().isEmpty(), "url");
    warn("ssl-bundle", StringUtils.hasText(own.sslBundle()), "url");
    warn("proxy", StringUtils.hasText(own.proxy()), "url");
    warn("transport", own.transport() == McpServerProperties.HttpTransport.SSE, "url");
  }

  private void warn(String property, boolean set, String needed) {
    if (set) {
      settings.names().hasNoEffect(property, needed);
    }
  }
}
