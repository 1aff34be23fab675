package io.mcpbridge.spring.boot.internal.configuration;

import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.internal.text.UrlCredentials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The properties that are set for a server, for people: with the place where they are set, and
 * without secrets. Values are as written, with their placeholders; those of properties that may
 * hold a secret are left out, as are those of unknown properties.
 */
public final class ConfiguredProperties {

  private static final ConfigurationPropertyName SERVERS =
      ConfigurationPropertyName.of("mcp.client.servers");

  private static final ConfigurationPropertyName DEFAULTS =
      ConfigurationPropertyName.of("mcp.client.defaults");

  private final ConfigurableEnvironment environment;

  public ConfiguredProperties(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  /**
   * A property that is set.
   *
   * @param value {@code null} if it may hold a secret
   * @param origin file and line, or what else sets it; {@code null} if unknown
   */
  public record Entry(String name, @Nullable String value, @Nullable String origin) {}

  /**
   * A property, or list, in the source that sets it.
   *
   * @param value of the property, or of one element of the list
   */
  private record PropertyInSource(
      ConfigurationPropertyName name,
      boolean indexed,
      ConfigurationPropertySource source,
      ConfigurationProperty value) {}

  /** What is set for a server, and then what is set for all servers and not for this one. */
  public List<Entry> of(String server) {
    return properties(server).entrySet().stream()
        .map(property -> entry(property.getKey(), property.getValue()))
        .toList();
  }

  /**
   * Where a property is set for a server; if it is not, where the first property of the server is.
   *
   * @param setting its name below the server, such as {@code url} or {@code auth.oauth2.issuer}
   * @return file and line, or what else sets it; {@code null} if unknown
   */
  public @Nullable String origin(String server, String setting) {
    Map<String, PropertyInSource> properties = properties(server);
    String path =
        Arrays.stream(setting.split("\\."))
            .map(SettingText::uniform)
            .collect(Collectors.joining("."));
    return properties.entrySet().stream()
        .filter(it -> it.getKey().equals(path) || it.getKey().startsWith(path + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .or(
            () ->
                properties.values().stream()
                    .filter(it -> SERVERS.isAncestorOf(it.name()))
                    .findFirst())
        .map(property -> origin(property.value().getOrigin()))
        .orElse(null);
  }

  private Map<String, PropertyInSource> properties(String server) {
    String key = SettingText.uniform(server);
    Map<String, PropertyInSource> ofServer = new LinkedHashMap<>();
    Map<String, PropertyInSource> ofAll = new LinkedHashMap<>();
    for (ConfigurationPropertySource source :
        ConfigurationPropertySources.from(environment.getPropertySources())) {
      if (source instanceof IterableConfigurationPropertySource iterable) {
        Map<String, PropertyInSource> inSource = new LinkedHashMap<>();
        Map<String, PropertyInSource> defaults = new LinkedHashMap<>();
        for (ConfigurationPropertyName name : iterable) {
          int depth = SERVERS.getNumberOfElements();
          if (SERVERS.isAncestorOf(name)
              && name.getNumberOfElements() > depth + 1
              && SettingText.uniform(name.getElement(depth, Form.ORIGINAL)).equals(key)) {
            add(iterable, name, depth + 1, inSource);
          } else if (DEFAULTS.isAncestorOf(name)) {
            add(iterable, name, depth, defaults);
          }
        }
        inSource.forEach(ofServer::putIfAbsent); // a list is that of one source
        defaults.forEach(ofAll::putIfAbsent);
      }
    }
    ofAll.forEach(ofServer::putIfAbsent);
    return ofServer;
  }

  /**
   * @param start where the name relative to the server begins
   */
  private static void add(
      ConfigurationPropertySource source,
      ConfigurationPropertyName element,
      int start,
      Map<String, PropertyInSource> properties) {
    ConfigurationProperty value = source.getConfigurationProperty(element);
    if (value == null) {
      return;
    }
    ConfigurationPropertyName name = value.getName();
    // a list is shown as one property
    boolean indexed =
        name.isLastElementIndexed() && name.isNumericIndex(name.getNumberOfElements() - 1);
    if (indexed) {
      name = name.getParent();
    }
    List<String> path = new ArrayList<>();
    for (int i = start; i < name.getNumberOfElements(); i++) {
      path.add(SettingText.uniform(name.getElement(i, Form.ORIGINAL)));
    }
    properties.putIfAbsent(
        String.join(".", path), new PropertyInSource(name, indexed, source, value));
  }

  private Entry entry(String path, PropertyInSource property) {
    return new Entry(
        displayName(property.name()),
        SettingText.isShown(path) ? displayValue(path, property) : null,
        origin(property.value().getOrigin()));
  }

  private static String displayName(ConfigurationPropertyName name) {
    StringBuilder displayName = new StringBuilder();
    for (int i = 0; i < name.getNumberOfElements(); i++) {
      String element = name.getElement(i, Form.ORIGINAL);
      displayName.append(
          !element.matches("[\\w-]+") ? "[" + element + "]" : i == 0 ? element : "." + element);
    }
    return displayName.toString();
  }

  private @Nullable String displayValue(String path, PropertyInSource property) {
    String value = Objects.toString(property.value().getValue(), "");
    if (path.equals("url")) {
      return address(environment.resolvePlaceholders(value));
    }
    try {
      return SettingText.of(
          path, path.equals("args") || property.indexed() ? list(property) : List.of(value));
    } catch (BindException e) { // an index is missing
      return null;
    }
  }

  /** As Spring Boot splits, trims and orders it. */
  private static List<String> list(PropertyInSource property) {
    return new Binder(
            List.of(property.source()),
            value -> value instanceof String text ? SettingText.withoutDefaults(text) : value)
        .bind(property.name(), Bindable.listOf(String.class))
        .orElse(List.of());
  }

  /** As in the status of the server. */
  private static String address(String url) {
    try {
      return Endpoint.of(Endpoint.uri(url.strip())).address();
    } catch (IllegalArgumentException e) { // the status says why
      return Secrets.MASK;
    }
  }

  /** The name of a source may be a URL. */
  private static @Nullable String origin(@Nullable Origin origin) {
    if (origin instanceof TextResourceOrigin text
        && text.getResource() != null
        && text.getLocation() != null) {
      return text.getResource().getFilename() + ":" + (text.getLocation().getLine() + 1);
    }
    if (origin instanceof PropertySourceOrigin source) {
      Origin inSource = source.getOrigin();
      return inSource == null
          ? UrlCredentials.maskQueries(source.getPropertySource().getName())
          : origin(inSource);
    }
    return origin == null ? null : UrlCredentials.maskQueries(origin.toString());
  }
}
