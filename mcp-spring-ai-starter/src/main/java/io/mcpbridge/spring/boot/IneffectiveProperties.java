package io.mcpbridge.spring.boot;

import org.springframework.util.StringUtils;

/** Warns of the server's own properties that do not apply to its transport. */
record IneffectiveProperties(ServerSettings settings) {

  /** Checks a server with a URL. */
  void withUrl() {
    McpServerProperties own = settings.own();
    tell("args", own.args() != null && !own.args().isEmpty(), "command");
    tell("env", !own.env().isEmpty(), "command");
    tell("inherit-env", own.inheritEnv() != null, "command");
    tell("working-directory", own.workingDirectory() != null, "command");
  }

  /** Checks a server with a command. */
  void withCommand() {
    McpServerProperties own = settings.own();
    tell("headers", !own.headers().isEmpty(), "url");
    tell("bearer-token", StringUtils.hasText(own.bearerToken()), "url");
    tell("client-registration", StringUtils.hasText(own.clientRegistration()), "url");
    tell("oauth.grant", own.oauth().grant() != null, "url");
    tell("ssl-bundle", StringUtils.hasText(own.sslBundle()), "url");
    tell("proxy", StringUtils.hasText(own.proxy()), "url");
    tell("transport", own.transport() == McpServerProperties.HttpTransport.SSE, "url");
    tell("message-endpoint", StringUtils.hasText(own.messageEndpoint()), "url");
  }

  private void tell(String property, boolean set, String needed) {
    if (set) {
      settings.names().hasNoEffect(property, needed);
    }
  }
}
