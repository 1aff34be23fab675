package io.mcpbridge.cli.internal.config;

import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.doctor.SettingOrigins;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.SettingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the lines of a server in an {@code mcpServers} file. */
final class EntryOrigins {

  /** Members of entries whose property has another name. */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry("cwd", "workingdirectory"),
          Map.entry("serverurl", "url"),
          Map.entry("httpurl", "url"),
          Map.entry("type", "transport"),
          Map.entry("transporttype", "transport"),
          Map.entry("includetools", "include"),
          Map.entry("enabledtools", "include"),
          Map.entry("tools", "include"),
          Map.entry("disabledtools", "exclude"),
          Map.entry("excludetools", "exclude"),
          Map.entry("alwaysallow", "autoapprove"),
          Map.entry("disabled", "enabled"));

  /** Settings that an entry has, and properties do not. */
  private static final Map<String, String> OF_ENTRIES =
      Map.of("ServerOptions.alwaysAllow", "autoApprove", "ToolSelection.disable", "exclude");

  /** The member that holds the others in files of Cline. */
  private static final String NESTED = "transport";

  /** The first elements of the properties that an entry can have, under the same name. */
  private static final Set<String> SETTABLE =
      Set.of("args", "autoApprove", "command", "enabled", "env", "headers", "timeout", "url");

  /** Those that have another name in an entry. */
  private static final Map<String, String> MEMBERS =
      Map.of(
          "exclude", "disabledTools",
          "include", "includeTools",
          "transport", "type",
          "working-directory", "cwd");

  private EntryOrigins() {}

  static SettingOrigins of(ConfiguredServer server) {
    return new SettingOrigins() {
      @Override
      public SettingOrigin origin(String name, String setting) {
        return EntryOrigins.origin(server, OF_ENTRIES.getOrDefault(setting, setting));
      }

      @Override
      public @Nullable String name(String key, String setting) {
        return EntryOrigins.name(server, OF_ENTRIES.getOrDefault(setting, setting));
      }
    };
  }

  /** The name that the entry has, or could have; {@code null} if it can have none. */
  private static @Nullable String name(ConfiguredServer server, String setting) {
    List<String> path = path(server, setting);
    String first = setting.split("\\.", 2)[0];
    String absent = SETTABLE.contains(first) ? setting : MEMBERS.get(first);
    return path.isEmpty() || absent == null ? absent : String.join(".", path);
  }

  private static SettingOrigin origin(ConfiguredServer server, String setting) {
    String source = server.file().toString();
    List<String> path = path(server, setting);
    if (path.isEmpty()) {
      return SettingOrigin.of(source, server.line(), "\"" + server.name() + "\": {");
    }
    Object value = value(server, path);
    String member = path.get(path.size() - 1);
    return SettingOrigin.of(source, server.line(path), "\"" + member + "\": " + text(path, value));
  }

  /** The value of a setting as written; {@code null} if the entry does not have it. */
  static @Nullable Object value(ConfiguredServer server, String setting) {
    List<String> path = path(server, setting);
    return path.isEmpty() ? null : value(server, path);
  }

  private static @Nullable Object value(ConfiguredServer server, List<String> path) {
    Object value = server.entry();
    for (String name : path) {
      value = ((Map<?, ?>) Objects.requireNonNull(value)).get(name);
    }
    return value;
  }

  /** The longest path of members that the entry has, by any name of a setting. */
  private static List<String> path(ConfiguredServer server, String setting) {
    List<String> path = path(server.entry(), setting, true);
    if (path.isEmpty() && server.entry().get(NESTED) instanceof Map<?, ?> nested) {
      path = path(nested, setting, true);
      if (!path.isEmpty()) {
        path.add(0, NESTED);
      }
    }
    return path;
  }

  private static List<String> path(Map<?, ?> members, String setting, boolean isField) {
    List<String> path = new ArrayList<>();
    String element = setting; // the name of a variable or header may have dots
    String member = member(members, element, isField);
    if (member == null) {
      element = setting.split("\\.", 2)[0];
      member = member(members, element, isField);
    }
    if (member != null) {
      path.add(member);
      String rest = setting.substring(Math.min(setting.length(), element.length() + 1));
      if (!rest.isEmpty() && members.get(member) instanceof Map<?, ?> nested) {
        path.addAll(path(nested, rest, false));
      }
    }
    return path;
  }

  private static @Nullable String member(Map<?, ?> members, String element, boolean isField) {
    for (Object name : members.keySet()) {
      String member = name.toString();
      if (member.equals(element) || (isField && property(member).equals(property(element)))) {
        return member;
      }
    }
    return null;
  }

  private static String property(String member) {
    String uniform = SettingText.uniform(member);
    return PROPERTIES.getOrDefault(uniform, uniform);
  }

  private static String text(List<String> path, @Nullable Object value) {
    if (value instanceof Map) {
      return "{";
    }
    List<String> values =
        value instanceof List<?> list
            ? list.stream().map(String::valueOf).toList()
            : List.of(String.valueOf(value));
    List<String> field =
        path.get(0).equals(NESTED) && path.size() > 1 ? path.subList(1, path.size()) : path;
    String text =
        field.size() > 1
            ? null
            : SettingText.of(
                property(field.get(0)), values.stream().map(SettingText::withoutDefaults).toList());
    return text == null ? Secrets.MASK : text;
  }
}
