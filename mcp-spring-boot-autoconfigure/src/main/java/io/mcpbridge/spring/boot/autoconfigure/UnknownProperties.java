package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpLangChain4jProperties;
import io.mcpbridge.spring.boot.McpSpringAiProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Warns of unknown properties below {@code mcp.client}, most of which are misspelled: a misspelled
 * one of the approval rules, which would protect nothing, prevents startup. Others do not, so that
 * an application can return to an earlier version. Environment variables may belong to something
 * else and are not checked. The warning contains no values.
 */
final class UnknownProperties extends NoUnboundElementsBindHandler {

  private static final Logger log = LoggerFactory.getLogger(UnknownProperties.class);

  private static final ConfigurationPropertyName CLIENT =
      ConfigurationPropertyName.of("mcp.client");

  private static final ConfigurationPropertyName SERVERS = CLIENT.append("servers");

  /** Groups with classes of their own, which are not bound in every application. */
  private static final class Groups {
    static final Map<ConfigurationPropertyName, Class<?>> TYPES =
        Map.of(
            CLIENT.append("langchain4j"),
            McpLangChain4jProperties.class,
            CLIENT.append("oauth"),
            McpOAuthWebProperties.class,
            CLIENT.append("spring-ai"),
            McpSpringAiProperties.class);
  }

  /** A type of the properties of Spring AI, which cannot be bound without its adapter. */
  static final String SPRING_AI_TYPE = "io.mcpbridge.spring.ai.ChatModelProvider";

  private final BindHandler parent;

  UnknownProperties(BindHandler parent) {
    super(parent, UnknownProperties::isChecked);
    this.parent = parent;
  }

  private static boolean isChecked(ConfigurationPropertySource source) {
    return !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource);
  }

  @Override
  public void onFinish(
      ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result)
      throws Exception {
    parent.onFinish(name, target, context, result);
    if (!name.equals(CLIENT) || !isSet(CLIENT, context)) {
      return;
    }
    Set<String> unknown = new TreeSet<>();
    try {
      super.onFinish(name, target, context, result);
    } catch (UnboundConfigurationPropertiesException e) {
      names(e)
          .filter(
              property -> Groups.TYPES.keySet().stream().noneMatch(it -> it.isAncestorOf(property)))
          .forEach(
              property -> {
                String shown = shown(property, CLIENT, McpClientProperties.class, result);
                refuseInRules(property, shown);
                unknown.add(shown);
              });
    }
    Groups.TYPES.forEach(
        (group, type) -> {
          if (isSet(group, context) && canBeBound(type)) {
            unknownOf(group, type, context.getBinder()).forEach(unknown::add);
          }
        });
    if (!unknown.isEmpty()) {
      log.warn("Unknown properties, which have no effect: {}", String.join(", ", unknown));
    }
  }

  /** A rule without the part that is misspelled would decide otherwise, or protect nothing. */
  private static void refuseInRules(ConfigurationPropertyName property, String shown) {
    boolean isOfServer =
        SERVERS.isAncestorOf(property)
            && property.getNumberOfElements() > SERVERS.getNumberOfElements() + 1
            && property
                .getElement(SERVERS.getNumberOfElements() + 1, Form.DASHED)
                .equals("approval");
    if (isOfServer
        || CLIENT.append("approval").isAncestorOf(property)
        || CLIENT.append("defaults.approval").isAncestorOf(property)) {
      throw new InvalidMcpConfigurationException(
          "Unknown property of the approval rules: " + shown + ".",
          "Correct or remove it: without it the rules would decide otherwise.");
    }
  }

  private static boolean canBeBound(Class<?> type) {
    return type != McpSpringAiProperties.class || ClassUtils.isPresent(SPRING_AI_TYPE, null);
  }

  private static boolean isSet(ConfigurationPropertyName group, BindContext context) {
    for (ConfigurationPropertySource source : context.getSources()) {
      if (source.containsDescendantOf(group) == ConfigurationPropertyState.PRESENT) {
        return true;
      }
    }
    return false;
  }

  private static Stream<String> unknownOf(
      ConfigurationPropertyName group, Class<?> type, Binder binder) {
    try {
      binder.bind(
          group,
          Bindable.of(type),
          new NoUnboundElementsBindHandler(BindHandler.DEFAULT, UnknownProperties::isChecked));
    } catch (BindException e) {
      if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
        return names(unbound).map(property -> shown(property, group, type, null));
      }
      // An invalid value is reported where the group is used.
    }
    return Stream.empty();
  }

  /** The property, with the name that was probably meant. */
  private static String shown(
      ConfigurationPropertyName property,
      ConfigurationPropertyName prefix,
      Class<?> type,
      @Nullable Object bound) {
    String suggestion = suggestion(property, prefix.getNumberOfElements(), type);
    return property
        + (suggestion == null ? "" : " (did you mean '" + suggestion + "'?)")
        + missingServer(property, bound);
  }

  /** Nothing else would mention the server: nothing is bound for it. */
  private static String missingServer(ConfigurationPropertyName property, @Nullable Object bound) {
    if (!SERVERS.isAncestorOf(property)) {
      return "";
    }
    String server = property.getElement(SERVERS.getNumberOfElements(), Form.ORIGINAL);
    boolean exists =
        bound instanceof McpClientProperties client && client.servers().containsKey(server);
    return exists ? "" : " (so there is no MCP server \"" + server + "\")";
  }

  /** Follows the elements of the name through the types of the properties to the first unknown. */
  private static @Nullable String suggestion(
      ConfigurationPropertyName property, int element, Class<?> type) {
    if (element >= property.getNumberOfElements() || !type.isRecord()) {
      return null;
    }
    String written = property.getElement(element, Form.DASHED);
    Map<String, RecordComponent> names = names(type);
    RecordComponent component = names.get(written);
    if (component == null) {
      Map<String, Class<?>> members = members(type, names);
      String nearest = EditDistance.nearest(written, members.keySet());
      return nearest != null ? nearest : nested(written, members);
    }
    ResolvableType next = ResolvableType.forType(component.getGenericType());
    boolean isMap = Map.class.isAssignableFrom(component.getType());
    return isMap
        ? suggestion(property, element + 2, next.getGeneric(1).resolve(Object.class))
        : suggestion(property, element + 1, component.getType());
  }

  /** Such as {@code auth.bearer-token}, for {@code bearer-token}. */
  private static @Nullable String nested(String written, Map<String, Class<?>> members) {
    return members.entrySet().stream()
        .filter(group -> group.getValue().isRecord())
        .filter(group -> names(group.getValue()).containsKey(written))
        .map(group -> group.getKey() + "." + written)
        .findFirst()
        .orElse(null);
  }

  /** The members of a type, those of {@code mcp.client} with the groups. */
  private static Map<String, Class<?>> members(Class<?> type, Map<String, RecordComponent> names) {
    Map<String, Class<?>> members = new TreeMap<>();
    names.forEach((name, component) -> members.put(name, component.getType()));
    if (type == McpClientProperties.class) {
      Groups.TYPES.forEach(
          (group, properties) -> members.put(group.getLastElement(Form.DASHED), properties));
    }
    return members;
  }

  private static Map<String, RecordComponent> names(Class<?> type) {
    Map<String, RecordComponent> names = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String dashed = component.getName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-");
      names.put(dashed.toLowerCase(Locale.ROOT), component);
    }
    return names;
  }

  private static Stream<ConfigurationPropertyName> names(
      UnboundConfigurationPropertiesException unbound) {
    return unbound.getUnboundProperties().stream().map(ConfigurationProperty::getName);
  }
}
