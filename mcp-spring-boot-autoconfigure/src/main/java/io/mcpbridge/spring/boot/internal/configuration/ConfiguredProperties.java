package io.mcpbridge.spring.boot.internal.configuration;

import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.text.ArgumentRedaction;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.UrlCredentials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
import org.springframework.util.StringUtils;

/**
 * The properties that are set for a server, for people: with the place where they are set, and
 * without secrets. Values are as written, with their placeholders; those of properties that may
 * hold a secret are left out, as are those of unknown properties.
 */
public final class ConfiguredProperties {

  /** Matches the names in {@link Form#UNIFORM} that cannot hold a secret, or are redacted here. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "enabled|start|url|transport|peruser|sslbundle|proxy|command|args|workingdirectory"
              + "|loginshellpath|(idle|initialization|connect)?timeout|toolnameprefix"
              + "|include(traits)?|exclude|approval\\..+|toolchangepolicy|readableresources"
              + "|toolcontextmeta|maxconcurrentcalls|maxretries|maxresult(characters|tokens)|trace"
              + "|auth\\.(type|clientregistration|backgroundregistration)"
              + "|tools\\.(?!.*\\.fixedarguments\\.).+\\.((idle)?timeout"
              + "|maxresult(characters|tokens)|title|description|search\\..+)");

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

  /** The values of a property, of which a list has several. */
  private record Values(String name, List<String> values, @Nullable Origin origin) {}

  /** What is set for a server, and then what is set for all servers and not for this one. */
  public List<Entry> of(String server) {
    String key = server.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    Map<String, Values> ofServer = new LinkedHashMap<>();
    Map<String, Values> ofAll = new LinkedHashMap<>();
    for (ConfigurationPropertySource source :
        ConfigurationPropertySources.from(environment.getPropertySources())) {
      if (source instanceof IterableConfigurationPropertySource iterable) {
        Map<String, Values> inSource = new LinkedHashMap<>();
        Map<String, Values> defaults = new LinkedHashMap<>();
        for (ConfigurationPropertyName name : iterable) {
          int depth = SERVERS.getNumberOfElements();
          if (SERVERS.isAncestorOf(name)
              && name.getNumberOfElements() > depth + 1
              && name.getElement(depth, Form.UNIFORM).equals(key)) {
            add(iterable.getConfigurationProperty(name), depth + 1, inSource);
          } else if (DEFAULTS.isAncestorOf(name)) {
            add(iterable.getConfigurationProperty(name), depth, defaults);
          }
        }
        inSource.forEach(ofServer::putIfAbsent); // a list is that of one source
        defaults.forEach(ofAll::putIfAbsent);
      }
    }
    ofAll.forEach(ofServer::putIfAbsent);
    return ofServer.entrySet().stream()
        .map(property -> entry(property.getKey(), property.getValue()))
        .toList();
  }

  /**
   * @param start where the name relative to the server begins
   */
  private static void add(
      @Nullable ConfigurationProperty property, int start, Map<String, Values> properties) {
    if (property == null) {
      return;
    }
    ConfigurationPropertyName name = property.getName();
    // a list is shown as one property
    if (name.isLastElementIndexed() && name.isNumericIndex(name.getNumberOfElements() - 1)) {
      name = name.getParent();
    }
    List<String> path = new ArrayList<>();
    for (int i = start; i < name.getNumberOfElements(); i++) {
      path.add(name.getElement(i, Form.UNIFORM));
    }
    StringBuilder written = new StringBuilder();
    for (int i = 0; i < name.getNumberOfElements(); i++) {
      String element = name.getElement(i, Form.ORIGINAL);
      written.append(
          !element.matches("[\\w-]+") ? "[" + element + "]" : i == 0 ? element : "." + element);
    }
    properties
        .computeIfAbsent(
            String.join(".", path),
            key -> new Values(written.toString(), new ArrayList<>(), property.getOrigin()))
        .values()
        .add(Objects.toString(property.getValue(), ""));
  }

  private Entry entry(String path, Values values) {
    return new Entry(
        values.name(),
        SHOWN.matcher(path).matches() ? shown(path, values.values()) : null,
        origin(values.origin()));
  }

  private String shown(String path, List<String> values) {
    switch (path) {
      case "url":
        return address(environment.resolvePlaceholders(values.get(0)));
      case "proxy":
        return values
            .get(0)
            .replaceFirst("(?s)[?#].*", "")
            .replaceFirst("(?s).*@", Secrets.MASK + "@");
      default:
        List<String> separate =
            values.stream()
                .flatMap(
                    value ->
                        path.equals("args")
                            ? Arrays.stream(StringUtils.commaDelimitedListToStringArray(value))
                            : List.of(value).stream())
                .toList();
        return UrlCredentials.maskQueries(
            String.join(", ", new ArgumentRedaction(separate).shown()));
    }
  }

  /** As in the status of the server. */
  private static String address(String url) {
    try {
      return Endpoint.of(Endpoint.uri(url.strip())).address();
    } catch (IllegalArgumentException e) { // the status says why
      return Secrets.MASK;
    }
  }

  private static @Nullable String origin(@Nullable Origin origin) {
    if (origin instanceof TextResourceOrigin text
        && text.getResource() != null
        && text.getLocation() != null) {
      return text.getResource().getFilename() + ":" + (text.getLocation().getLine() + 1);
    }
    if (origin instanceof PropertySourceOrigin source) {
      return source.getPropertySource().getName();
    }
    return origin == null ? null : origin.toString();
  }
}
