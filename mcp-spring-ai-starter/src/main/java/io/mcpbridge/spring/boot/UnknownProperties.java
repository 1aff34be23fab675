package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.oauth.McpOAuthWebProperties;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.NativeDetector;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Finds unknown property names below {@code mcp.client}, most of which are misspelled. Logs them in
 * one warning, with the most similar known name, never with a value.
 *
 * <p>Unknown properties do not prevent startup, as {@code ignoreUnknownFields = false} would: that
 * treats properties of one class below the prefix as unknown to another, skips environment
 * variables, and prints values. An application must also be able to return to a version of this
 * library that does not know a property yet. Environment variables without a similar known name are
 * ignored, since they may belong to something else.
 */
final class UnknownProperties {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  /** Maximum number of logged names; the rest is counted. */
  private static final int MOST_TOLD = 10;

  private static final ConfigurationPropertyName PREFIX =
      ConfigurationPropertyName.of("mcp.client");

  private final PropertyTree known;
  private final Set<String> told = new LinkedHashSet<>();

  /** Servers with unknown properties. */
  private final Set<String> servers = new LinkedHashSet<>();

  private UnknownProperties(PropertyTree known) {
    this.known = known;
  }

  /**
   * Logs the unknown properties of all enumerable sources. A failure never prevents startup. Does
   * nothing in a native image, where record components are not available.
   *
   * @param bound the servers that have a known property
   */
  static void warn(Environment environment, Set<String> bound) {
    if (NativeDetector.inNativeImage()) {
      return;
    }
    try {
      UnknownProperties unknown = in(environment);
      tell(List.copyOf(unknown.told));
      unknown.servers.removeAll(bound);
      if (!unknown.servers.isEmpty()) {
        log.warn(
            "These MCP servers are left out, since no property that is set for them is known: {}",
            String.join(", ", unknown.servers));
      }
    } catch (RuntimeException | LinkageError e) {
      log.warn("Misspelled properties below {} could not be looked for: {}", PREFIX, e.toString());
    }
  }

  private static void tell(List<String> told) {
    if (!told.isEmpty()) {
      log.warn(
          "These properties are not known, and nothing of this library is bound to them: {}{}",
          String.join(", ", told.subList(0, Math.min(told.size(), MOST_TOLD))),
          told.size() > MOST_TOLD ? ", and " + (told.size() - MOST_TOLD) + " more" : "");
    }
  }

  private static UnknownProperties in(Environment environment) {
    UnknownProperties unknown = new UnknownProperties(all());
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
        for (ConfigurationPropertyName name : names) {
          if (PREFIX.isAncestorOf(name)) {
            unknown.look(name, variables);
          }
        }
      }
    }
    return unknown;
  }

  /** All properties below the prefix, of all classes. */
  static PropertyTree all() {
    PropertyTree tree =
        PropertyTree.of(McpClientProperties.class)
            .with("oauth", PropertyTree.of(McpOAuthWebProperties.class));
    boolean langChain4j =
        ClassUtils.isPresent(
            "dev.langchain4j.model.ModelProvider", UnknownProperties.class.getClassLoader());
    return tree.with("langchain4j", langChain4j ? OfLangChain4j.all() : PropertyTree.ANYTHING);
  }

  /** Apart, because it needs classes that may be absent. */
  private static final class OfLangChain4j {
    static PropertyTree all() {
      return PropertyTree.of(McpLangChain4jProperties.class);
    }
  }

  private void look(ConfigurationPropertyName name, boolean isVariable) {
    List<String> compared = elements(name, Form.UNIFORM);
    if (isVariable ? known.knowsVariable(compared) : known.knows(compared)) {
      return;
    }
    List<String> elements = elements(name, Form.ORIGINAL);
    if (!isVariable && elements.size() > 2 && compared.get(0).equals("servers")) {
      servers.add(elements.get(1));
    }
    String meant = meant(elements, isVariable);
    if (meant != null) {
      told.add(written(elements) + " (did you mean " + meant + "?)");
    } else if (!isVariable) {
      told.add(written(elements));
    }
  }

  private static List<String> elements(ConfigurationPropertyName name, Form form) {
    List<String> elements = new ArrayList<>();
    for (int i = PREFIX.getNumberOfElements(); i < name.getNumberOfElements(); i++) {
      elements.add(name.getElement(i, form));
    }
    return elements;
  }

  /** The name as it is written in a configuration file. */
  private static String written(List<String> elements) {
    StringBuilder name = new StringBuilder(PREFIX.toString());
    elements.forEach(
        element ->
            name.append(element.matches("[A-Za-z0-9_-]+") ? "." + element : "[" + element + "]"));
    return name.toString();
  }

  /** The suggestion for the first unknown element; {@code null} if no name is similar. */
  private @Nullable String meant(List<String> elements, boolean isVariable) {
    PropertyTree here = known;
    for (int i = 0; i < elements.size(); i++) {
      PropertyTree below = here.child(PropertyTree.uniform(elements.get(i)));
      if (below == null) {
        String near = new NearestPropertyName(here, isVariable).of(PropertyTree.rest(elements, i));
        return near == null ? null : written(elements.subList(0, i)) + "." + near;
      }
      here = below;
    }
    return null;
  }
}
