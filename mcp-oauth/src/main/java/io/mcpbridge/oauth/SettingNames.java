package io.mcpbridge.oauth;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How messages name settings: by property, or by method of the Java API.
 *
 * @param properties from the last part of a property to its full name; {@code null} for the Java
 *     API
 */
record SettingNames(@Nullable UnaryOperator<String> properties) {

  static final SettingNames JAVA = new SettingNames(null);

  String of(Setting setting) {
    return properties == null ? setting.java() : properties.apply(setting.property());
  }
}
