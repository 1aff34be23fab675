package io.mcpbridge.cli.internal.config;

import io.mcpbridge.cli.internal.config.PropertyName.Element;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.SettingText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what Spring Boot would refuse or ignore, and what only Spring Boot resolves: unknown
 * properties, other prefixes, placeholders without a value, imports.
 */
final class PropertyChecks {

  private static final String ASK = ServerConfiguration.ASK_APPLICATION;

  private static final List<String> SERVERS = List.of("mcp", "client", "servers");

  private static final String IMPORTED = "spring.ai.mcp.client";

  private static final List<String> OTHER_PREFIXES =
      List.of(
          "mcp.servers",
          "mcp.mcpServers",
          "mcp.clients",
          "spring.mcp",
          "langchain4j.mcp",
          "mcpServers");

  /** The values of properties that hold for all servers, as Spring Boot reads them. */
  private static final List<Choice> CHOICES =
      List.of(
          new Choice("mcp.client.enabled", "true or false", "true|false|on|off|yes|no|1|0"),
          new Choice("mcp.client.profile", "standard or strict", "standard|strict"),
          new Choice(
              "mcp.client.tool-search.mode", "auto, always or off", "auto|always|off|false"));

  /**
   * A property with few values.
   *
   * @param values for people
   * @param pattern of the {@linkplain SettingText#uniform uniform} values
   */
  private record Choice(String name, String values, String pattern) {}

  private final PropertyNode root;
  private final Placeholders placeholders;
  private final ProblemReport problems;

  PropertyChecks(PropertyNode root, Placeholders placeholders, ProblemReport problems) {
    this.root = root;
    this.placeholders = placeholders;
    this.problems = problems;
  }

  void check() {
    PropertyNode client = root.find("mcp.client");
    if (client != null) {
      checkNames(
          client,
          PropertyNames.ofClient(),
          List.of(new Element("mcp", false), new Element("client", false)));
      checkValues(client, List.of(new Element("mcp", false), new Element("client", false)));
    }
    checkPrefixes();
    CHOICES.forEach(this::checkChoice);
    if (client != null && isFalse(client)) {
      problems.report(
          Severity.WARNING,
          null,
          "mcp.client.enabled",
          "`mcp.client.enabled` is false, so the application uses no server");
    }
    if (root.find("spring.config.import") != null) {
      problems.report(
          Severity.INFO,
          null,
          "spring.config.import",
          "`spring.config.import` is not read; " + ASK);
    }
  }

  private void checkNames(PropertyNode node, PropertyNames names, List<Element> path) {
    for (PropertyNode child : node.children().values()) {
      List<Element> childPath = append(path, child.element());
      PropertyNames childNames = names.child(child.element().key());
      if (childNames == null) {
        String suggestion = names.suggestion(child.element().text());
        report(
            Severity.WARNING,
            childPath,
            "the property `"
                + new PropertyName(childPath)
                + "` is unknown, so it has no effect"
                + (suggestion == null ? "" : " (did you mean `" + suggestion + "`?)"));
      } else if (keys(childPath).equals(SERVERS)) {
        PropertyNames ofServer = names.child("defaults");
        for (PropertyNode server : child.children().values()) {
          List<Element> serverPath = append(childPath, server.element());
          if (ofServer != null) {
            checkNames(server, ofServer, serverPath);
          }
          checkTools(server, serverPath);
        }
      } else if (!childNames.isValue()) {
        checkNames(child, childNames, childPath);
      }
    }
  }

  private void checkChoice(Choice choice) {
    PropertyNode node = root.find(choice.name());
    String value = node == null ? null : node.value();
    if (value != null
        && !value.contains("${")
        && !SettingText.uniform(value).matches(choice.pattern())) {
      problems.report(
          Severity.ERROR,
          null,
          choice.name(),
          "`" + choice.name() + "` must be " + choice.values());
    }
  }

  /** {@code tools} has the settings of tools by their names, and no selection of tools. */
  private void checkTools(PropertyNode server, List<Element> path) {
    PropertyNode tools = server.find("tools");
    if (tools != null) {
      for (PropertyNode tool : tools.children().values()) {
        if (tool.isList() || tool.value() != null) {
          String name = tool.element().text();
          report(
              Severity.WARNING,
              append(append(path, tools.element()), tool.element()),
              "`tools."
                  + name
                  + "` has no effect: `tools` has the settings of each tool by its name; write"
                  + " `include` and `exclude` beside `tools`");
        }
      }
    }
  }

  private void checkValues(PropertyNode node, List<Element> path) {
    if (isDisabledServer(node, path)) {
      return;
    }
    String value = node.value();
    if (value != null) {
      try {
        placeholders.resolve(value);
      } catch (Placeholders.UnresolvedException e) {
        report(Severity.ERROR, path, "`" + setting(path) + "` " + e.getMessage() + advice(e));
      }
    }
    node.children().values().forEach(child -> checkValues(child, append(path, child.element())));
  }

  private String advice(Placeholders.UnresolvedException e) {
    if (e.isForBoot()) {
      return "; " + ASK;
    }
    return root.find("spring.config.import") != null
        ? "; set it in the environment, or ask the running application if `spring.config.import`"
            + " has it"
        : "; set it in the environment or as a property, or give a default as in ${NAME:default}";
  }

  private boolean isDisabledServer(PropertyNode node, List<Element> path) {
    return path.size() == SERVERS.size() + 1
        && keys(path).subList(0, SERVERS.size()).equals(SERVERS)
        && isFalse(node);
  }

  private static boolean isFalse(PropertyNode node) {
    PropertyNode enabled = node.find("enabled");
    return enabled != null && "false".equals(enabled.value());
  }

  private void checkPrefixes() {
    PropertyNode servers = root.find(SERVERS);
    boolean hasServers = servers != null && !servers.children().isEmpty();
    Set<String> prefixes = new LinkedHashSet<>();
    OTHER_PREFIXES.stream().filter(prefix -> root.find(prefix) != null).forEach(prefixes::add);
    PropertyNode mcp = root.find("mcp");
    if (mcp != null) {
      for (PropertyNode child : mcp.children().values()) {
        String key = child.element().key();
        boolean isMisspelled = EditDistance.nearest(key, List.of("client")) != null;
        if (!key.equals("client") && (isMisspelled || !hasServers)) {
          prefixes.add("mcp." + child.element().text());
        }
      }
    }
    for (String prefix : prefixes) {
      problems.report(
          Severity.WARNING,
          null,
          prefix,
          "`"
              + prefix
              + "` is not a prefix of this library, so it has no effect; write"
              + " `mcp.client.servers`");
    }
    if (root.find(IMPORTED) != null) {
      problems.report(
          hasServers || isImporting(root) ? Severity.INFO : Severity.WARNING,
          null,
          IMPORTED,
          isImporting(root)
              ? "the servers below `" + IMPORTED + "` are not read; " + ASK
              : "`"
                  + IMPORTED
                  + "` is of Spring AI's own client; move its servers to `mcp.client.servers`, or"
                  + " set `mcp.client.import-spring-ai-connections` to true");
    }
  }

  /** Whether servers may have their addresses below another prefix. */
  static boolean isImporting(PropertyNode root) {
    PropertyNode setting = root.find("mcp.client.import-spring-ai-connections");
    return setting != null && "true".equals(setting.value());
  }

  private void report(Severity severity, List<Element> path, String message) {
    List<String> keys = keys(path);
    boolean isOfServer =
        path.size() > SERVERS.size() && keys.subList(0, SERVERS.size()).equals(SERVERS);
    problems.report(
        severity, isOfServer ? path.get(SERVERS.size()).mapKey() : null, setting(path), message);
  }

  /** The name below the server, or the full name. */
  private static String setting(List<Element> path) {
    List<String> keys = keys(path);
    boolean isOfServer =
        path.size() > SERVERS.size() + 1 && keys.subList(0, SERVERS.size()).equals(SERVERS);
    return new PropertyName(isOfServer ? path.subList(SERVERS.size() + 1, path.size()) : path)
        .toString();
  }

  private static List<String> keys(List<Element> path) {
    return path.stream().map(Element::key).toList();
  }

  private static List<Element> append(List<Element> path, Element element) {
    List<Element> longer = new java.util.ArrayList<>(path);
    longer.add(element);
    return longer;
  }
}
