package io.mcpbridge.verification.authorization;

import io.mcpbridge.verification.authorization.issuer.Issuer;
import io.mcpbridge.verification.authorization.server.ProtectedServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs both servers on free ports of 127.0.0.1 until standard input ends. The first argument is the
 * URL of the key set of the client that signs assertions. When ready, prints the addresses: {@code
 * ready ISSUER MCP-SERVER}.
 */
public final class Servers {

  private Servers() {}

  /** Serves until standard input ends. */
  public static void main(String[] args) throws IOException {
    ConfigurableApplicationContext issuer =
        start(Issuer.class, Map.of("keys", args[0], "spring.ai.mcp.server.enabled", "false"));
    ConfigurableApplicationContext server =
        start(
            ProtectedServer.class,
            Map.of(
                "issuer",
                url(issuer),
                "spring.ai.mcp.server.name",
                "protected",
                "spring.ai.mcp.server.protocol",
                "STREAMABLE",
                "spring.ai.mcp.server.streamable-http.mcp-endpoint",
                "/{door}/mcp"));
    System.out.println("ready " + url(issuer) + " " + url(server));
    while (System.in.read() >= 0) {
      // read to the end
    }
    server.close();
    issuer.close();
  }

  private static ConfigurableApplicationContext start(
      Class<?> configuration, Map<String, Object> settings) {
    SpringApplication application = new SpringApplication(configuration);
    Map<String, Object> properties = new HashMap<>(settings);
    properties.put("server.port", "0");
    properties.put("server.address", "127.0.0.1");
    properties.put("spring.main.banner-mode", "off");
    properties.put("logging.level.root", "WARN");
    application.setDefaultProperties(properties);
    return application.run();
  }

  private static String url(ConfigurableApplicationContext context) {
    return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
  }
}
