package io.mcpbridge.spring.boot.internal.configuration;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.PropertyPlaceholderHelper;
import org.springframework.util.SystemPropertyUtils;

/**
 * Detects placeholders in the properties of MCP servers that cannot be resolved. Spring Boot binds
 * them unresolved, so that a server would get {@code Bearer ${TOKEN}}. Here they are an error that
 * names the property and the variable, and nothing else of the value.
 *
 * <p>Inspects values while they are bound. An unresolved placeholder of a server is an error only
 * if that server is used; all others fail at once.
 */
public final class UnresolvedPlaceholders implements ConfigurationPropertiesBindHandlerAdvisor {

  private static final ConfigurationPropertyName CLIENT =
      ConfigurationPropertyName.of("mcp.client");
  private static final ConfigurationPropertyName SERVERS =
      ConfigurationPropertyName.of("mcp.client.servers");
  private static final ConfigurationPropertyName IMPORTED =
      ConfigurationPropertyName.of("spring.ai.mcp.client");

  /** Index of the name in {@code spring.ai.mcp.client.<kind>.connections.<name>}. */
  private static final int IMPORTED_NAME_INDEX = 6;

  /** Properties that are ignored if a bean supplies the address. */
  private static final Set<String> ADDRESS =
      Set.of("url", "endpoint", "sseendpoint", "command", "args", "env");

  private static final PropertyPlaceholderHelper STRICT =
      new PropertyPlaceholderHelper(
          SystemPropertyUtils.PLACEHOLDER_PREFIX,
          SystemPropertyUtils.PLACEHOLDER_SUFFIX,
          SystemPropertyUtils.VALUE_SEPARATOR,
          SystemPropertyUtils.ESCAPE_CHARACTER,
          false);

  private final Environment environment;
  private volatile boolean anyBound;

  /** Findings by server name. */
  private final Map<String, List<Finding>> findings = new ConcurrentHashMap<>();

  private record Finding(boolean isAddress, InvalidMcpConfigurationException problem) {}

  public UnresolvedPlaceholders(Environment environment) {
    this.environment = environment;
  }

  /**
   * Fails if the properties of a server contain any.
   *
   * @param isElsewhere whether a bean supplies the address of the server
   */
  public void check(String server, boolean isElsewhere) {
    for (Finding finding : findings.getOrDefault(server, List.of())) {
      if (!isElsewhere || !finding.isAddress()) {
        throw finding.problem();
      }
    }
  }

  /** Whether any property below {@code mcp.client} has been bound. */
  public boolean isAnyBound() {
    return anyBound;
  }

  /**
   * The value of a variable of a servers file; {@code null} if it is not set.
   *
   * @throws RuntimeException if its value references an unset variable
   */
  public @Nullable String variable(String name) {
    String placeholder = "${" + name + "}";
    String value = environment.resolvePlaceholders(placeholder);
    if (value.equals(placeholder)) {
      return null;
    }
    if (mayContain(value)) {
      STRICT.replacePlaceholders(placeholder, this::value);
    }
    return value;
  }

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {
      @Override
      public Object onSuccess(
          ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = context.getConfigurationProperty();
        boolean isOurs = CLIENT.isAncestorOf(name) || IMPORTED.isAncestorOf(name);
        if (isOurs && property != null && property.getName().equals(name)) {
          anyBound |= CLIENT.isAncestorOf(name);
          inspect(name, property.getValue(), result);
        }
        return super.onSuccess(name, target, context, result);
      }
    };
  }

  private void inspect(ConfigurationPropertyName name, Object written, Object bound) {
    // The bound value may differ: an application may have resolved the placeholder itself.
    if (!mayContain(written) || !mayContain(bound)) {
      return;
    }
    try {
      STRICT.replacePlaceholders(written.toString(), this::value);
    } catch (Unresolved e) {
      report(name, e);
    } catch (PlaceholderResolutionException e) {
      report(name, new Unresolved(e.getPlaceholder(), "which is not set"));
    }
  }

  private static boolean mayContain(Object value) {
    return value.toString().contains(SystemPropertyUtils.PLACEHOLDER_PREFIX);
  }

  private void report(ConfigurationPropertyName name, Unresolved unresolved) {
    String variable = "${" + unresolved.variable + "}";
    InvalidMcpConfigurationException problem =
        new InvalidMcpConfigurationException(
            written(name) + " refers to " + variable + ", " + unresolved.getMessage() + ".",
            "Set "
                + unresolved.variable
                + " in the environment of this application or as a property, give a default as in"
                + " '${"
                + unresolved.variable
                + ":default}', or write '\\"
                + variable
                + "' where that text is meant.");
    int server = IMPORTED.isAncestorOf(name) ? IMPORTED_NAME_INDEX : SERVERS.getNumberOfElements();
    boolean isOfServer = SERVERS.isAncestorOf(name) || IMPORTED.isAncestorOf(name);
    if (!isOfServer || name.getNumberOfElements() <= server + 1) {
      throw problem;
    }
    findings
        .computeIfAbsent(
            name.getElement(server, Form.ORIGINAL), any -> new CopyOnWriteArrayList<>())
        .add(new Finding(ADDRESS.contains(name.getElement(server + 1, Form.UNIFORM)), problem));
  }

  /** The name as it is written in a configuration file. */
  static String written(ConfigurationPropertyName name) {
    StringBuilder written = new StringBuilder();
    for (int i = 0; i < name.getNumberOfElements(); i++) {
      String element = name.getElement(i, Form.ORIGINAL);
      boolean isPlain = !name.isNumericIndex(i) && element.matches("[A-Za-z0-9_-]+");
      written.append(isPlain ? (i == 0 ? "" : ".") + element : "[" + element + "]");
    }
    return written.toString();
  }

  /** The value of a variable; only whether it can be resolved matters. */
  private @Nullable String value(String variable) {
    if (environment instanceof ConfigurableEnvironment configurable) {
      for (PropertySource<?> source : configurable.getPropertySources()) {
        Object value = source.getProperty(variable);
        if (value != null) {
          checkValue(variable, value.toString(), configurable);
          return "";
        }
      }
      return null;
    }
    return "";
  }

  private void checkValue(String variable, String value, ConfigurableEnvironment configurable) {
    if (!mayContain(value) || isOfSystem(variable, value, configurable)) {
      return;
    }
    try {
      STRICT.replacePlaceholders(value, this::value);
    } catch (Unresolved | PlaceholderResolutionException e) { // its name is part of a value
      throw new Unresolved(variable, "whose value refers to an unset variable");
    }
  }

  /** An environment variable may hold a secret that looks like a placeholder. */
  private static boolean isOfSystem(
      String variable, String value, ConfigurableEnvironment configurable) {
    return configurable.getPropertySources().stream()
        .filter(SystemEnvironmentPropertySource.class::isInstance)
        .anyMatch(source -> value.equals(source.getProperty(variable)));
  }

  private static final class Unresolved extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String variable;

    private Unresolved(String variable, String problem) {
      super(problem);
      this.variable = variable;
    }
  }
}
