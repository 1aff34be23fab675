package io.mcpbridge.oauth;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How messages name settings: as a developer wrote them.
 *
 * @param properties from the last part of a property to its full name; {@code null} where the Java
 *     API is used
 */
record SettingNames(@Nullable UnaryOperator<String> properties) {

  static final SettingNames JAVA = new SettingNames(null);

  String of(Setting setting) {
    return properties == null ? setting.java() : properties.apply(setting.property());
  }
}
