package io.mcpbridge.oauth.internal.http;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How messages name settings: by property, or by method of the Java API.
 *
 * @param properties from the last part of a property to its full name; {@code null} for the Java
 *     API
 */
public record SettingNames(@Nullable UnaryOperator<String> properties) {

  public static final SettingNames JAVA = new SettingNames(null);

  public String of(OAuthSetting setting) {
    String property = setting.property();
    return properties == null || property == null ? setting.java() : properties.apply(property);
  }
}
