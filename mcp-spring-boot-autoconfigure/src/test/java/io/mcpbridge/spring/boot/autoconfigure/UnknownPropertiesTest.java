package io.mcpbridge.spring.boot.autoconfigure;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.core.env.StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Startup logs properties that nothing binds, with a suggestion. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertiesTest {

  private static final String SAYS = "Unknown properties, which have no effect: ";

  /** The log messages about them, in order. */
  private static List<String> warnings(
      ApplicationContextRunner application, CapturedOutput output) {
    int before = output.getOut().length();
    application.run(context -> {});
    String logged = output.getOut().substring(before);
    assertThat(logged).doesNotContain("geheim");
    return logged
        .lines()
        .filter(line -> line.contains(SAYS))
        .flatMap(
            line -> Arrays.stream(line.substring(line.indexOf(SAYS) + SAYS.length()).split(", ")))
        .toList();
  }

  private static ApplicationContextRunner variables(Map<String, Object> variables) {
    return application()
        .withInitializer(
            context ->
                ((AnnotationConfigApplicationContext) context)
                    .getEnvironment()
                    .getPropertySources()
                    .replace(
                        SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                            SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new HashMap<>(variables))));
  }

  @Test
  void warnsOfMisspelledAndRemovedNames(CapturedOutput output) {
    assertThat(
            warnings(
                application(
                    "servers.files.url=http://127.0.0.1:1/mcp",
                    "servers.files.bearer-token=geheim",
                    "servers.files.headrs.X-Key=geheim",
                    "defaults.time-out=5s",
                    "servers.approval.url=http://127.0.0.1:1/mcp",
                    "servers.approval.comand=geheim",
                    "defaults.timeouts=5s",
                    "server.files.url=geheim",
                    "oauth.callback-path=/there/{server}",
                    "oauth.token-file.path=/tokens",
                    "oauth.token-file.passphrase=geheim",
                    "langchain4j.enabled=true",
                    "langchain4j.return-direct=map",
                    "langchain4j.return-dirct=geheim",
                    "sprng-ai.enabled=geheim",
                    "images-for=geheim",
                    "servers.files.comand=geheim",
                    "servers.files.timeuot=geheim",
                    "servers.files.nothing-near=geheim",
                    "tool-serach.mode=geheim"),
                output))
        .containsExactly(
            "mcp.client.defaults.timeouts (did you mean 'timeout'?)",
            "mcp.client.images-for (did you mean 'spring-ai.images-for'?)",
            "mcp.client.langchain4j.return-dirct (did you mean 'return-direct'?)",
            "mcp.client.oauth.token-file.passphrase",
            "mcp.client.server.files.url (did you mean 'servers'?)",
            "mcp.client.servers.approval.comand (did you mean 'command'?)",
            "mcp.client.servers.files.bearer-token (did you mean 'auth.bearer-token'?)",
            "mcp.client.servers.files.comand (did you mean 'command'?)",
            "mcp.client.servers.files.headrs.x-key (did you mean 'headers'?)",
            "mcp.client.servers.files.nothing-near",
            "mcp.client.servers.files.timeuot (did you mean 'timeout'?)",
            "mcp.client.sprng-ai.enabled (did you mean 'spring-ai'?)",
            "mcp.client.tool-serach.mode (did you mean 'tool-search'?)");
  }

  /** No other message would mention it: nothing is bound, so no such server exists. */
  @Test
  void warnsOfServerWithOnlyUnknownProperty(CapturedOutput output) {
    assertThat(
            warnings(
                application(
                    "servers.weather.ulr=geheim", "servers.news.url=http://127.0.0.1:1/mcp"),
                output))
        .containsExactly(
            "mcp.client.servers.weather.ulr (did you mean 'url'?)"
                + " (so there is no MCP server \"weather\")");
  }

  /** The group is not bound otherwise: without a path there is no token file. */
  @Test
  void warnsOfGroupWithOnlyUnknownProperty(CapturedOutput output) {
    assertThat(warnings(application("oauth.token-file.pth=geheim"), output))
        .containsExactly("mcp.client.oauth.token-file.pth (did you mean 'path'?)");
  }

  /** A property with a misspelled prefix may belong to something else. */
  @Test
  void logsThatNoServersAreConfigured() {
    Logger logger = (Logger) LoggerFactory.getLogger(CatalogFactory.class);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);
    try {
      application("servers.a.url=http://127.0.0.1:1/mcp").run(context -> {});
      application("config-files.global=/no/such/file.json").run(context -> {});
      assertThat(appender.list).isEmpty();

      application()
          .withPropertyValues("mcp.clients.servers.weather.url=http://127.0.0.1:1/mcp")
          .run(context -> assertThat(context).hasNotFailed());
      assertThat(appender.list)
          .singleElement()
          .hasToString(
              "[INFO] No MCP servers are configured below mcp.client.servers, nor in"
                  + " mcp.client.config-files");
    } finally {
      logger.detachAppender(appender);
    }
  }

  @Test
  void acceptsRelaxedNames(CapturedOutput output) {
    assertThat(
            warnings(
                application(
                    "servers.a.url=http://127.0.0.1:1/mcp",
                    "servers.a.auth.bearerToken=geheim",
                    "servers.a.headers.X-Any.Thing=geheim",
                    "servers.a.headers[X.More]=geheim",
                    "servers.a.tools[get.*].timeout=5s",
                    "servers.a.tools.get_rain.fixed-arguments.where.city=geheim",
                    "servers[my.server].start=lazy",
                    "servers[my.server].command=npx",
                    "servers[my.server].args[0]=-y",
                    "servers[my.server].args[1]=geheim",
                    "servers.a.include=one,two",
                    "servers.a.approval.askTraits[0]=destructive",
                    "startupTimeout=5s"),
                output))
        .isEmpty();
  }

  /** A dot in a tool name without brackets has this effect. */
  @Test
  void warnsOfUnquotedDotInToolName(CapturedOutput output) {
    assertThat(warnings(application("defaults.tools.get.rain.timeout=5s"), output))
        .containsExactly("mcp.client.defaults.tools.get.rain.timeout");
  }

  /** Helm charts and other programs set these; a warning would mislead developers. */
  @Test
  void doesNotWarnOfEnvironmentVariables(CapturedOutput output) {
    assertThat(
            warnings(
                variables(
                    Map.of(
                        "MCP_CLIENT_SERVERS_A_URL", "http://127.0.0.1:1/mcp",
                        "MCP_CLIENT_ID", "geheim",
                        "MCP_CLIENT_SERVER_URL", "geheim")),
                output))
        .isEmpty();
  }
}
