package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.McpLangChain4jProperties;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Warns of unknown properties below {@code mcp.client}, most of which are misspelled: a misspelled
 * deny rule would protect nothing. They do not prevent startup, so that an application can return
 * to an earlier version. Environment variables may belong to something else and are not checked.
 * The warning contains no values.
 */
final class UnknownProperties extends NoUnboundElementsBindHandler {

  private static final Logger log = LoggerFactory.getLogger(UnknownProperties.class);

  private static final ConfigurationPropertyName CLIENT =
      ConfigurationPropertyName.of("mcp.client");

  /** Groups with classes of their own, which are not bound in every application. */
  private static final Map<ConfigurationPropertyName, Class<?>> GROUPS =
      Map.of(
          CLIENT.append("langchain4j"),
          McpLangChain4jProperties.class,
          CLIENT.append("oauth"),
          McpOAuthWebProperties.class);

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
    if (!name.equals(CLIENT)) {
      return;
    }
    Set<String> unknown = new TreeSet<>();
    try {
      super.onFinish(name, target, context, result);
    } catch (UnboundConfigurationPropertiesException e) {
      names(e)
          .filter(property -> GROUPS.keySet().stream().noneMatch(it -> it.isAncestorOf(property)))
          .map(ConfigurationPropertyName::toString)
          .forEach(unknown::add);
    }
    GROUPS.forEach(
        (group, type) -> unknownOf(group, type, context.getBinder()).forEach(unknown::add));
    if (!unknown.isEmpty()) {
      log.warn("Unknown properties, which have no effect: {}", String.join(", ", unknown));
    }
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
        return names(unbound).map(ConfigurationPropertyName::toString);
      }
      // An invalid value is reported where the group is used.
    }
    return Stream.empty();
  }

  private static Stream<ConfigurationPropertyName> names(
      UnboundConfigurationPropertiesException unbound) {
    return unbound.getUnboundProperties().stream().map(ConfigurationProperty::getName);
  }
}
