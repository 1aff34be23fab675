package io.mcpbridge.cli.internal.config;

import io.mcpbridge.cli.internal.config.PropertyName.Element;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.doctor.SettingOrigin;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what Spring Boot would refuse or ignore, and what only Spring Boot resolves: unknown
 * properties, other prefixes, placeholders without a value, imports.
 */
final class PropertyChecks {

  private static final List<String> SERVERS = List.of("mcp", "client", "servers");

  private static final List<String> OTHER_PREFIXES =
      List.of(
          "spring.ai.mcp.client", "spring.ai.mcp", "spring.mcp", "langchain4j.mcp", "mcpservers");

  private final ServerConfiguration configuration;
  private final PropertyNode root;
  private final Placeholders placeholders;
  private final Problems problems;

  /** Receives the problems. */
  @FunctionalInterface
  interface Problems {

    /**
     * Reports a problem.
     *
     * @param server {@code null} if it concerns no server
     * @param setting its name below the server, or its full name
     */
    void report(Severity severity, @Nullable String server, String setting, String message);
  }

  PropertyChecks(
      ServerConfiguration configuration,
      PropertyNode root,
      Placeholders placeholders,
      Problems problems) {
    this.configuration = configuration;
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
    PropertyNode servers = root.find(SERVERS);
    boolean hasFiles = root.find("mcp.client.config-files") != null;
    if ((servers == null || servers.children().isEmpty()) && !hasFiles) {
      FileProperty first = client == null ? null : client.firstProperty();
      String file = configuration.file().toString();
      configuration.report(
          Severity.ERROR,
          "no server is configured; add one below mcp.client.servers",
          first == null
              ? SettingOrigin.of(file)
              : SettingOrigin.of(first.file().toString(), first.line(), null));
    }
    if (root.find("spring.config.import") != null) {
      problems.report(
          Severity.INFO,
          null,
          "spring.config.import",
          "`spring.config.import` is not read; " + ServerConfiguration.ASK_APPLICATION);
    }
  }

  private void checkNames(PropertyNode node, PropertyNames names, List<Element> path) {
    for (PropertyNode child : node.children().values()) {
      List<Element> childPath = append(path, child.element());
      PropertyNames known = names.child(child.element().key());
      if (known == null) {
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
          if (ofServer != null) {
            checkNames(server, ofServer, append(childPath, server.element()));
          }
        }
      } else if (!known.isValue()) {
        checkNames(child, known, childPath);
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

  private static String advice(Placeholders.UnresolvedException e) {
    return e.isForBoot()
        ? "; " + ServerConfiguration.ASK_APPLICATION
        : "; set it in the environment or as a property, or give a default as in ${NAME:default}";
  }

  private boolean isDisabledServer(PropertyNode node, List<Element> path) {
    PropertyNode enabled = node.find("enabled");
    return path.size() == SERVERS.size() + 1
        && keys(path).subList(0, SERVERS.size()).equals(SERVERS)
        && enabled != null
        && "false".equals(enabled.value());
  }

  private void checkPrefixes() {
    Set<String> found = new LinkedHashSet<>();
    PropertyNode mcp = root.find("mcp");
    if (mcp != null) {
      mcp.children().values().stream()
          .filter(child -> !child.element().key().equals("client"))
          .forEach(child -> found.add("mcp." + child.element().text()));
    }
    for (String prefix : OTHER_PREFIXES) {
      if (found.stream().noneMatch(longer -> longer.startsWith(prefix + "."))
          && root.find(prefix) != null) {
        found.add(prefix);
      }
    }
    PropertyNode imported = root.find("mcp.client.import-spring-ai-connections");
    for (String prefix : found) {
      boolean isImported =
          imported != null && "true".equals(imported.value()) && prefix.startsWith("spring.ai.");
      problems.report(
          isImported ? Severity.INFO : Severity.WARNING,
          null,
          prefix,
          isImported
              ? "the servers below `"
                  + prefix
                  + "` are not read; "
                  + ServerConfiguration.ASK_APPLICATION
              : "`"
                  + prefix
                  + "` is not a prefix of this library, so it has no effect; write"
                  + " `mcp.client.servers`");
    }
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
