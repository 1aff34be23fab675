package io.mcpbridge.spring.boot.internal.configuration;

import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Describes values of the wrong type, which may be secrets, by what is expected instead. */
public final class BindFailures {

  private BindFailures() {}

  /** The failure without the value, and without its cause, whose message contains the value. */
  public static InvalidMcpConfigurationException withoutValue(BindException failure) {
    ConfigurationProperty property = failure.getProperty();
    String name = UnresolvedPlaceholders.written(failure.getName());
    String problem = " " + expected(name, failure.getTarget().getType());
    if (failure.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
      property = unbound.getUnboundProperties().iterator().next();
      name = UnresolvedPlaceholders.written(property.getName());
      problem = " is not in the list: its elements must be numbered from 0 without gaps";
    }
    boolean hasOrigin = property != null && property.getOrigin() != null;
    return new InvalidMcpConfigurationException(
        name + problem + ".",
        "Correct the property." + (hasOrigin ? " Origin: " + property.getOrigin() : ""));
  }

  private static String expected(String name, ResolvableType target) {
    Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(target.resolve(Object.class));
    if (Map.class.isAssignableFrom(type)) {
      String key = name.endsWith(".headers") ? "Authorization" : "NAME";
      return "must not be a single value: it has keys of its own, such as " + name + "." + key;
    }
    if (type.isRecord()) {
      return "must not be a single value: it has properties of its own: "
          + Stream.of(type.getRecordComponents())
              .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
              .sorted()
              .collect(Collectors.joining(", "));
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "must be a list of " + constants(target.getGeneric().resolve(Object.class));
    }
    if (type.isEnum()) {
      return "must be one of " + constants(type);
    }
    if (type == Boolean.class) {
      return "must be true or false";
    }
    if (type == Duration.class) {
      return "must be a duration, such as 30s";
    }
    return Number.class.isAssignableFrom(type)
        ? "must be a whole number"
        : "cannot be read as " + type.getSimpleName();
  }

  /** As in the documentation. */
  private static String constants(Class<?> type) {
    return type.isEnum()
        ? Stream.of(type.getEnumConstants())
            .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
            .map(constant -> constant.replace('_', '-'))
            .collect(Collectors.joining(", "))
        : type.getSimpleName();
  }
}
