package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.Configured.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.springframework.core.env.StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Startup logs properties that nothing binds, with a suggestion. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertiesTest {

  private static final String SAYS =
      "These properties are not known, and nothing of this library is bound to them: ";

  /** The log messages about them, in order. */
  private static List<String> said(ApplicationContextRunner application, CapturedOutput output) {
    int before = output.getOut().length();
    application.run(context -> {});
    String here = output.getOut().substring(before);
    assertThat(here).doesNotContain("geheim");
    return here.lines()
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
  void theNameThatWasMeantIsSaid(CapturedOutput output) {
    assertThat(
            said(
                application(
                    "servers.files.url=http://127.0.0.1:1/mcp",
                    "servers.files.oath.grant=geheim",
                    "servers.files.client-id=geheim",
                    "servers.files.headrs.X-Key=geheim",
                    "servers.files.limits.max-page=7",
                    "defaults.time-out=5s",
                    "defaults.timeouts=5s",
                    "server.files.url=geheim",
                    "spring-ai.attach-to-chat-client=true",
                    "oauth.callback=/there",
                    "langchain4j.dynamics=true",
                    "quite-something-else=geheim"),
                output))
        .containsExactlyInAnyOrder(
            "mcp.client.servers.files.oath.grant (did you mean"
                + " mcp.client.servers.files.oauth.grant?)",
            "mcp.client.servers.files.client-id (did you mean"
                + " mcp.client.servers.files.oauth.client-id?)",
            "mcp.client.servers.files.headrs.X-Key (did you mean"
                + " mcp.client.servers.files.headers.X-Key?)",
            "mcp.client.servers.files.limits.max-page (did you mean"
                + " mcp.client.servers.files.limits.max-pages?)",
            "mcp.client.defaults.timeouts (did you mean mcp.client.defaults.timeout?)",
            "mcp.client.server.files.url (did you mean mcp.client.servers.files.url?)",
            "mcp.client.spring-ai.attach-to-chat-client (did you mean"
                + " mcp.client.spring-ai.attach-to-chat-clients?)",
            "mcp.client.oauth.callback",
            "mcp.client.langchain4j.dynamics (did you mean mcp.client.langchain4j.dynamic?)",
            "mcp.client.quite-something-else");
  }

  /** No other message would mention it: nothing is bound, so no such server exists. */
  @Test
  void aServerWhoseOnlyPropertyIsMisspelledIsNamed(CapturedOutput output) {
    assertThat(
            said(
                application(
                    "servers.weather.ulr=geheim", "servers.news.url=http://127.0.0.1:1/mcp"),
                output))
        .containsExactly(
            "mcp.client.servers.weather.ulr (did you mean mcp.client.servers.weather.url?)");

    assertThat(output)
        .contains(
            "These MCP servers are left out, since no property that is set for them is known:"
                + " weather\n");
  }

  @Test
  void whatIsBoundIsKnownHoweverItIsWritten(CapturedOutput output) {
    assertThat(
            said(
                application(
                    "servers.a.url=http://127.0.0.1:1/mcp",
                    "servers.a.bearerToken=geheim",
                    "servers.a.bearer_token=geheim",
                    "servers.a.headers.X-Any.Thing=geheim",
                    "servers.a.headers[X.More]=geheim",
                    "servers.a.tools[get.*].timeout=5s",
                    "servers.a.tools.get_rain.fixed-arguments.where.city=geheim",
                    "servers[my.server].start=lazy",
                    "servers[my.server].command=npx",
                    "servers[my.server].args[0]=-y",
                    "servers[my.server].args[1]=geheim",
                    "servers.a.include=one,two",
                    "servers.a.approval.denyTraits[0]=destructive",
                    "langchain4j.schema-profiles.open-ai=openai-strict",
                    "clientInfo.name=it"),
                output))
        .isEmpty();
  }

  /** A dot in a tool name without brackets has this effect. */
  @Test
  void whatIsReadAsAnotherNameIsSaid(CapturedOutput output) {
    assertThat(said(application("defaults.tools.get.rain.timeout=5s"), output))
        .containsExactly("mcp.client.defaults.tools.get.rain.timeout");
  }

  @Test
  void variablesOfTheEnvironmentAreReadAsSpringReadsThem(CapturedOutput output) {
    assertThat(
            said(
                variables(
                    Map.of(
                        "MCP_CLIENT_SERVERS_A_URL", "http://127.0.0.1:1/mcp",
                        "MCP_CLIENT_SERVERS_A_BEARERTOKEN", "geheim",
                        "MCP_CLIENT_SERVERS_A_CONNECT_TIMEOUT", "5s",
                        "MCP_CLIENT_SERVERS_MY_SERVER_COMMAND", "npx",
                        "MCP_CLIENT_SERVERS_MY_SERVER_ARGS_0", "geheim",
                        "MCP_CLIENT_ID", "geheim",
                        "MCP_CLIENT_STARTUPTIMEOUTS", "5s")),
                output))
        .containsExactly("mcp.client.startuptimeouts (did you mean mcp.client.startup-timeout?)");
  }

  /** Helm charts and other programs set these; a warning would mislead developers. */
  @Test
  void variablesOfOthersAreLeftAlone(CapturedOutput output) {
    List<String> names =
        List.of(
            "URL",
            "NAME",
            "VERSION",
            "TIMEOUT",
            "COMMAND",
            "TRANSPORT",
            "HEADERS",
            "PROXY",
            "PATH",
            "KEY",
            "ID",
            "USER",
            "SERVER",
            "SERVER_URL",
            "CLIENT_ID");
    Map<String, Object> variables = new HashMap<>();
    names.forEach(name -> variables.put("MCP_CLIENT_" + name, "geheim"));

    assertThat(said(variables(variables), output)).containsExactly();
  }

  /** Suggestions must not name a missing server, nor all servers where one is meant. */
  @Test
  void noNameIsAdvisedThatWouldKeepTheApplicationFromStarting(CapturedOutput output) {
    assertThat(
            said(
                application(
                    "server.url=geheim",
                    "server=geheim",
                    "url=geheim",
                    "default.oauth=geheim",
                    "servers.files.url=http://127.0.0.1:1/mcp",
                    "servers.files.header=geheim"),
                output))
        .containsExactlyInAnyOrder(
            "mcp.client.server.url",
            "mcp.client.server",
            "mcp.client.url",
            "mcp.client.default.oauth",
            "mcp.client.servers.files.header");
  }

  @Test
  void aSourceThatCannotBeListedKeepsNothingFromStarting(CapturedOutput output) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new Unlistable());

    assertThatCode(() -> UnknownProperties.warn(environment, Set.of())).doesNotThrowAnyException();

    assertThat(output).contains("Misspelled properties below mcp.client could not be looked for");
  }

  /** Like the property source of a remote store that is unavailable. */
  private static final class Unlistable extends EnumerablePropertySource<Object> {

    Unlistable() {
      super("remote", new Object());
    }

    @Override
    public String[] getPropertyNames() {
      throw new IllegalStateException("The store is away");
    }

    @Override
    public @Nullable Object getProperty(String name) {
      return null;
    }
  }

  @Test
  void ofManyAFewAreNamed(CapturedOutput output) {
    String[] properties = new String[40];
    Arrays.setAll(properties, i -> "nothing" + i + "=geheim");

    assertThat(said(application(properties), output)).hasSize(11).endsWith("and 30 more");
  }

  /** Covers every class that properties are bound to. */
  @Test
  void everythingInTheMetadataIsKnown() {
    PropertyTree known = UnknownProperties.all();

    assertThat(PropertiesPageTest.names())
        .filteredOn(name -> name.startsWith("mcp.client."))
        .hasSizeGreaterThan(100)
        .allMatch(
            name ->
                known.knows(
                    Arrays.stream(name.substring("mcp.client.".length()).split("\\."))
                        .map(PropertyTree::uniform)
                        .toList()));
  }
}
