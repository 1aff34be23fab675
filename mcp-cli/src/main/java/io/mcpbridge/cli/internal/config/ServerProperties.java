package io.mcpbridge.cli.internal.config;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.config.internal.entry.Durations;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one server, with the defaults for all servers as fallback: those that decide
 * how to connect and which tools are listed.
 */
final class ServerProperties {

  private static final List<String> OF_URL =
      List.of("headers", "auth.bearer-token", "auth.oauth2", "proxy", "connect-timeout");
  private static final List<String> OF_COMMAND =
      List.of("args", "env", "working-directory", "login-shell-path");

  /** Settings that name a bean of the application. */
  private static final List<String> BEANS =
      List.of("ssl-bundle", "auth.client-registration", "auth.background-registration");

  private final String name;
  private final PropertyNode server;
  private final PropertyNode defaults;
  private final Placeholders placeholders;
  private final ProblemReport problems;

  ServerProperties(
      String name,
      PropertyNode server,
      PropertyNode defaults,
      Placeholders placeholders,
      ProblemReport problems) {
    this.name = name;
    this.server = server;
    this.defaults = defaults;
    this.placeholders = placeholders;
    this.problems = problems;
  }

  boolean isEnabled() {
    return bool("enabled", true);
  }

  /** Whether it has an address: a URL or a command. */
  boolean hasAddress() {
    return isSet("url") || isSet("command");
  }

  /** The URL or the command line as written. */
  String address() {
    if (isSet("url")) {
      return WrittenAddress.ofUrl(written("url"));
    }
    List<String> line = new ArrayList<>(List.of(written("command")));
    PropertyNode args = node("args");
    if (args != null && args.isList()) {
      args.elements().forEach(element -> line.add(String.valueOf(element.value())));
    } else {
      line.addAll(elements(SettingText.withoutDefaults(written("args"))));
    }
    return WrittenAddress.ofCommand(line);
  }

  private String written(String setting) {
    PropertyNode node = node(setting);
    return node == null || node.value() == null ? "" : node.value().strip();
  }

  /** The entry in the format of {@code mcpServers} files. */
  Map<String, Object> entry() {
    Map<String, Object> entry = new LinkedHashMap<>();
    boolean isUrl = isSet("url");
    boolean isCommand = isSet("command");
    if (isUrl) {
      entry.put("url", literal(text("url")));
    }
    if (isCommand) {
      entry.put("command", literal(text("command")));
    }
    if (isUrl && !isCommand) {
      addHttp(entry);
      warnOfIneffective(OF_COMMAND, "command");
    } else if (isCommand && !isUrl) {
      entry.put("args", list("args").stream().map(ServerProperties::literal).toList());
      entry.put("env", literals(map("env")));
      entry.put("workingDirectory", literal(text("working-directory")));
      warnOfIneffective(OF_URL, "url");
    }
    if (!isEnabled()) {
      entry.put("disabled", true);
    }
    return entry;
  }

  private void addHttp(Map<String, Object> entry) {
    String transport = SettingText.uniform(text("transport"));
    if (!transport.isEmpty() && !transport.equals("auto") && !transport.equals("sse")) {
      report(Severity.ERROR, "transport", "`transport` must be auto or sse");
    }
    entry.put("type", transport.equals("sse") ? "sse" : "http");
    entry.put("headers", literals(map("headers")));
    String type = SettingText.uniform(text("auth.type"));
    BEANS.stream().filter(setting -> !text(setting).isEmpty()).forEach(this::reportBean);
    if (type.equals("custom")) {
      reportBean("auth.type");
    }
    String grant = SettingText.uniform(text("auth.oauth2.grant"));
    boolean hasLogin = !flat("auth.oauth2").isEmpty();
    if (type.equals("oauth2") || (type.isEmpty() && hasLogin)) {
      if (!grant.isEmpty() && !grant.equals("authorizationcode")) {
        reportBean("auth.oauth2.grant");
      }
      Map<String, Object> oauth = new LinkedHashMap<>();
      if (!text("auth.oauth2.client-id").isEmpty()) {
        oauth.put("clientId", literal(text("auth.oauth2.client-id")));
      }
      oauth.put(
          "scopes", list("auth.oauth2.scopes").stream().map(ServerProperties::literal).toList());
      entry.put("oauth", oauth);
    } else if (!type.equals("none") && !text("auth.bearer-token").isEmpty()) {
      if (map("headers").keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
        report(
            Severity.ERROR,
            "auth.bearer-token",
            "`auth.bearer-token` and the header `Authorization` are both set; keep one of them");
      }
      entry.put("auth", literal(text("auth.bearer-token")));
    }
  }

  private void report(Severity severity, String setting, String message) {
    problems.report(severity, name, setting, message);
  }

  private void reportBean(String setting) {
    report(
        Severity.ERROR,
        setting,
        "`"
            + setting
            + "` needs a bean of the application; "
            + ServerConfiguration.ASK_APPLICATION);
  }

  private void warnOfIneffective(List<String> settings, String needed) {
    for (String setting : settings) {
      PropertyNode node = server.find(setting);
      if (node != null && node.firstProperty() != null) {
        report(
            Severity.WARNING, setting, "`" + setting + "` has no effect without `" + needed + "`");
      }
    }
  }

  /** Applies what an entry cannot hold. */
  void applyTo(HttpTransportBuilder<?> transport) {
    use("connect-timeout", transport::connectTimeout);
    String proxy = text("proxy");
    if (!proxy.isEmpty()) {
      try {
        transport.proxy(URI.create(proxy));
      } catch (IllegalArgumentException e) { // whose message may quote it
        report(
            Severity.ERROR,
            "proxy",
            "`proxy` is not a URL of an HTTP proxy, such as http://host:port");
      }
    }
  }

  /** Applies the token that supplements a server of a file. */
  void identify(HttpTransportBuilder<?> transport) {
    String token = text(server, "auth.bearer-token");
    if (!token.isEmpty()) {
      transport.credentials(BearerToken.of(token));
    }
  }

  void applyTo(StdioTransport.Builder transport) {
    transport.loginShellPath(bool("login-shell-path", false));
  }

  ServerOptions options() {
    ServerOptionsBuilder options = ServerOptions.builder();
    use("timeout", options::timeout);
    use("idle-timeout", options::idleTimeout);
    use("initialization-timeout", options::initializationTimeout);
    return options
        .toolNamePrefix(bool("tool-name-prefix", options.build().toolNamePrefix()))
        .selection(selection())
        .build();
  }

  private ToolSelection selection() {
    ToolSelection.Builder selection = ToolSelection.builder();
    List<String> names = list("include");
    List<String> traits = list("include-traits");
    selection.include(names.toArray(String[]::new));
    ToolPattern pattern = ToolPattern.any();
    for (String trait : traits) {
      ToolTrait required = trait(trait);
      pattern = required == null ? pattern : pattern.with(required);
    }
    if (!traits.isEmpty()) {
      selection.include(pattern);
    }
    if (names.isEmpty() && node("include") != null) {
      selection.excludeByDefault(); // an emptied list must not include everything
      if (traits.isEmpty()) {
        report(
            Severity.WARNING,
            "include",
            "`include` is empty, so no tool is offered; set it to * to offer all tools");
      }
    }
    return selection.exclude(list("exclude").toArray(String[]::new)).build();
  }

  private @Nullable ToolTrait trait(String written) {
    for (ToolTrait trait : ToolTrait.values()) {
      if (SettingText.uniform(trait.name()).equals(SettingText.uniform(written))) {
        return trait;
      }
    }
    report(
        Severity.ERROR,
        "include-traits",
        "`include-traits` has an unknown trait; use "
            + String.join(
                ", ", Stream.of(ToolTrait.values()).map(ServerProperties::kebab).toList()));
    return null;
  }

  private static String kebab(ToolTrait trait) {
    return trait.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  private void use(String setting, Consumer<Duration> consumer) {
    String text = text(setting);
    if (text.isEmpty()) {
      return;
    }
    Duration duration = Durations.of(text);
    if (duration != null) {
      consumer.accept(duration);
    } else {
      report(
          Severity.ERROR,
          setting,
          "`" + setting + "` is not a positive duration; write one such as 30s");
    }
  }

  /**
   * Whether the URL, or the command, is set. If the server itself sets one of them, those of the
   * defaults do not count.
   */
  private boolean isSet(String setting) {
    boolean hasOwnAddress = !text(server, "url").isEmpty() || !text(server, "command").isEmpty();
    return !text(hasOwnAddress ? server : defaults, setting).isEmpty();
  }

  private @Nullable PropertyNode node(String setting) {
    PropertyNode node = server.find(setting);
    return node == null || (node.value() == null && !node.isList()) ? defaults.find(setting) : node;
  }

  private String text(String setting) {
    return text(node(setting));
  }

  private String text(PropertyNode group, String setting) {
    return text(group.find(setting));
  }

  private String text(@Nullable PropertyNode node) {
    String value = node == null ? null : node.value();
    return value == null ? "" : resolved(value).strip();
  }

  /** The text as written if it cannot be resolved, which is reported elsewhere. */
  private String resolved(String value) {
    try {
      return placeholders.resolve(value);
    } catch (Placeholders.UnresolvedException e) {
      return value;
    }
  }

  private List<String> list(String setting) {
    PropertyNode node = node(setting);
    if (node == null) {
      return List.of();
    }
    return node.isList()
        ? node.elements().stream()
            .map(element -> element.value() == null ? "" : resolved(element.value()))
            .toList()
        : elements(text(node));
  }

  private static List<String> elements(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(e -> !e.isEmpty()).toList();
  }

  /** The merged map; the server's own entries win. */
  private Map<String, String> map(String setting) {
    Map<String, String> map = new LinkedHashMap<>();
    for (PropertyNode group : List.of(defaults, server)) {
      PropertyNode node = group.find(setting);
      if (node != null && node.isList()) {
        report(
            Severity.ERROR,
            setting,
            "`" + setting + "` is a list; write `NAME: value` instead of each element");
      } else if (node != null) {
        node.forEachEntry((key, value) -> map.put(key, resolved(String.valueOf(value.value()))));
      }
    }
    return map;
  }

  private Map<String, String> flat(String setting) {
    Map<String, String> map = map(setting);
    map.values().removeIf(String::isBlank);
    return map;
  }

  private boolean bool(String setting, boolean otherwise) {
    String text = text(setting).toLowerCase(java.util.Locale.ROOT);
    if (List.of("true", "on", "yes", "1").contains(text)) {
      return true;
    }
    if (text.isEmpty() || List.of("false", "off", "no", "0").contains(text)) {
      return text.isEmpty() && otherwise;
    }
    report(Severity.ERROR, setting, "`" + setting + "` must be true or false");
    return otherwise;
  }

  private static Map<String, String> literals(Map<String, String> values) {
    Map<String, String> literals = new LinkedHashMap<>();
    values.forEach((name, value) -> literals.put(name, literal(value)));
    return literals;
  }

  /** A value that is resolved already: the reader of entries replaces variables, too. */
  private static String literal(String value) {
    return value.replace("$", "${" + ServerConfiguration.DOLLAR + "}");
  }
}
