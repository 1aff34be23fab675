package io.mcpbridge.spring.console;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.AgentTools;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.MissingAdapter;
import io.mcpbridge.spring.boot.internal.doctor.ConfiguredServerDoctor;
import io.mcpbridge.transport.WireTrace;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * The console at {@code /mcp-console}. In development, with Spring Boot's devtools on the class
 * path, it answers this machine and needs the token from the log. With {@code
 * mcp.client.console.enabled=true} it needs a user of Spring Security with the authority {@code
 * mcp.client.console.authority}. Under {@code management.server.port}, if that is another port.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@ConditionalOnWebApplication
@ConditionalOnSingleCandidate(ToolCatalog.class)
@Conditional(McpConsoleAutoConfiguration.OnConsole.class)
public class McpConsoleAutoConfiguration {

  /** The path of the page. */
  static final String PATH = "/mcp-console";

  @Bean
  ConsoleAccess mcpConsoleAccess(McpClientProperties properties) {
    McpClientProperties.Console console = properties.console();
    if (console.enabled() == null) {
      return new DevelopmentAccess();
    }
    if (!ClassUtils.isPresent(
        "org.springframework.security.core.context.SecurityContextHolder", null)) {
      throw invalid(
          "without Spring Security no user is signed in.",
          "Add Spring Security (spring-boot-starter-security), or remove the property.");
    }
    String authority = console.authority();
    if (authority == null || authority.isBlank()) {
      throw invalid(
          "no authority is set for it.",
          "Set mcp.client.console.authority, such as ROLE_OPERATOR, or remove the property.");
    }
    return new AuthorityAccess(
        authority.strip(),
        Objects.toString(properties.approval().endpoint().approverAuthority(), "").strip());
  }

  private static InvalidMcpConfigurationException invalid(String reason, String action) {
    return new InvalidMcpConfigurationException(
        "mcp.client.console.enabled is set, but " + reason, action);
  }

  @Bean
  CallHistory mcpConsoleCalls() {
    return new CallHistory();
  }

  @Bean
  ConsoleEvents mcpConsoleEvents() {
    return new ConsoleEvents();
  }

  @Bean
  Console mcpConsole(
      ConsoleAccess access,
      CallHistory calls,
      ConsoleEvents events,
      ObjectProvider<WireTrace> trace,
      ToolCatalog catalog,
      ObjectProvider<UserToolCatalogs> users,
      ObjectProvider<ToolSearch> search,
      ObjectProvider<McpApprovals> approvals,
      MissingAdapter missingAdapter,
      ObjectProvider<AgentTools> agents,
      ConfigurableListableBeanFactory beans,
      ConfigurableEnvironment environment) {
    ConfiguredProperties properties = new ConfiguredProperties(environment);
    return new Console(
        access,
        new ConsoleCatalogs(catalog, users.getIfAvailable()),
        search.getIfAvailable(),
        approvals.getIfUnique(),
        calls,
        events,
        trace.getIfAvailable(WireTrace::create),
        new ConsoleApplication(
            environment.getProperty("spring.application.name", "application"),
            missingAdapter.warning(),
            properties,
            new ConfiguredServerDoctor(properties, search::getIfAvailable),
            new ConsoleAgents(agents.getIfAvailable(AgentTools::new), () -> toolViews(beans))));
  }

  /** Those that exist: a look at the console creates no beans of the application. */
  private static Map<String, ToolView> toolViews(ConfigurableListableBeanFactory beans) {
    Map<String, ToolView> views = new TreeMap<>();
    for (String name : beans.getBeanNamesForType(ToolView.class, false, false)) {
      if (beans.getSingleton(name) instanceof ToolView view) {
        views.put(name, view);
      }
    }
    return views;
  }

  @Bean
  ConsoleAddressLogger mcpConsoleAddressLogger(ConsoleAccess access, Environment environment) {
    return new ConsoleAddressLogger(access, environment);
  }

  /** Under the port of the application. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(ConsoleManagementConfiguration.OnApplicationPort.class)
  @Import(ConsoleRouterConfiguration.class)
  static class OnApplicationPort {}

  /** Whether there is a console: by the property, else in development. */
  static final class OnConsole extends SpringBootCondition {

    /** A class of devtools, which Spring Boot leaves out of packaged applications. */
    private static final String DEVTOOLS =
        "org.springframework.boot.devtools.settings.DevToolsSettings";

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      Boolean enabled =
          context.getEnvironment().getProperty("mcp.client.console.enabled", Boolean.class);
      boolean isDevelopment =
          enabled == null && ClassUtils.isPresent(DEVTOOLS, context.getClassLoader());
      return new ConditionOutcome(
          Boolean.TRUE.equals(enabled) || isDevelopment,
          ConditionMessage.forCondition("MCP console")
              .because(
                  enabled != null
                      ? "mcp.client.console.enabled is " + enabled
                      : "devtools are " + (isDevelopment ? "present" : "absent")));
    }
  }
}
