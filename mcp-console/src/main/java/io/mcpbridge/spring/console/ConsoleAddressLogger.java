package io.mcpbridge.spring.console;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Logs where the page is, as soon as it can be opened. */
final class ConsoleAddressLogger implements ApplicationListener<ApplicationReadyEvent> {

  private static final Logger log = LoggerFactory.getLogger(ConsoleAddressLogger.class);

  private final ConsoleAccess access;
  private final Environment environment;

  ConsoleAddressLogger(ConsoleAccess access, Environment environment) {
    this.access = access;
    this.environment = environment;
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    String port = environment.getProperty("local.server.port");
    if (port == null) { // no server of its own, such as a WAR
      return;
    }
    String ofManagement = environment.getProperty("local.management.port", port);
    if (ofManagement.equals(port)) {
      log(
          port,
          "server",
          environment.getProperty(
              "server.servlet.context-path",
              environment.getProperty("spring.webflux.base-path", "")));
    } else {
      log(
          ofManagement,
          "management.server",
          environment.getProperty("management.server.base-path", ""));
    }
  }

  /**
   * @param server the prefix of its properties
   */
  private void log(String port, String server, String path) {
    boolean isSecure =
        environment.getProperty(server + ".ssl.enabled", Boolean.class, true)
            && (environment.containsProperty(server + ".ssl.key-store")
                || environment.containsProperty(server + ".ssl.certificate")
                || environment.containsProperty(server + ".ssl.bundle"));
    log.info(
        "MCP console: {}://localhost:{}{}{}/{}",
        isSecure ? "https" : "http",
        port,
        path,
        McpConsoleAutoConfiguration.PATH,
        access.fragment());
  }
}
