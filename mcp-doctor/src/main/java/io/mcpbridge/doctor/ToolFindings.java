package io.mcpbridge.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.ToolExplanation.Step;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ServerWarning;
import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with a connected server: its tools, their names, their size, its revision. */
final class ToolFindings {

  /** More than that of one server is a burden in each request to a model. */
  private static final int MANY_TOKENS = 10_000;

  private static final int MANY_TOKENS_OF_TOOL = 2_000;

  /** The first revision with structured results; older servers lack that and elicitation. */
  private static final String MODERN = "2025-06-18";

  private final Doctor.Builder settings;
  private final ToolCatalog catalog;
  private final ServerStatus before;
  private final ServerStatus status;
  private final AdvisedSettings advised;
  private final List<CatalogTool> offered;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param before its status when the examination began
   */
  ToolFindings(
      Doctor.Builder settings,
      ToolCatalog catalog,
      ServerStatus before,
      ServerStatus status,
      AdvisedSettings advised) {
    this.settings = settings;
    this.catalog = catalog;
    this.before = before;
    this.status = status;
    this.advised = advised;
    this.offered = offered(status);
  }

  private static List<CatalogTool> offered(ServerStatus server) {
    return server.tools().stream().filter(tool -> tool.visibility() == Visibility.OFFERED).toList();
  }

  List<Finding> all() {
    findings.clear();
    catalog.warnings(status.name()).forEach(this::addWarning);
    List<ToolExplanation> tools =
        catalog.explainTools(settings.profile).stream()
            .filter(tool -> status.name().equals(tool.server()))
            .toList();
    addStopped(tools);
    addMissing(tools);
    addSchemas();
    addCount();
    addTokens();
    addRevision();
    addSession();
    return findings;
  }

  private void add(Severity severity, String cause, @Nullable String setting, String advice) {
    findings.add(Finding.of(severity, Texts.sentence(cause), setting, advice));
  }

  private void addWarning(ServerWarning warning) {
    String setting = warning.setting();
    switch (warning.kind()) {
      case UNUSABLE_TOOL ->
          add(
              Severity.ERROR,
              "an entry of the tool list is not used: " + warning.message(),
              null,
              "Correct the definition in the server, or use another version of it.");
      case UNMATCHED_NAME ->
          add(
              "include".equals(setting) ? Severity.ERROR : Severity.WARNING,
              warning.message(),
              setting,
              "Write a name that the server lists"
                  + (setting == null ? "" : " into " + advised.quoted(setting))
                  + ", or remove this one.");
      case INVISIBLE_CHARACTERS ->
          add(
              Severity.WARNING,
              warning.message(),
              "exclude",
              "Read what the text says to models; if it is harmful, exclude the tool in "
                  + advised.quoted("exclude")
                  + (advised.isSettable("mcp.client.profile")
                      ? ". `mcp.client.profile: strict` removes such characters."
                      : ". Only an application removes such characters, with the profile `strict`."));
      case NON_PROTOCOL_OUTPUT ->
          add(
              Severity.WARNING,
              warning.message(),
              "args",
              "Turn the output off, such as by an argument or variable for quiet operation: servers"
                  + " must print such text to standard error.");
    }
  }

  /** Tools that models do not get, although no setting excludes them. */
  private void addStopped(List<ToolExplanation> tools) {
    Map<@Nullable Step, List<ToolExplanation>> stopped =
        tools.stream()
            .filter(tool -> tool.stoppedAt() != null)
            .collect(Collectors.groupingBy(ToolExplanation::stoppedAt));
    add(
        stopped.get(Step.NAMED),
        "tool-name-prefix",
        (advised.isSettable("tool-name-prefix")
                ? "Write `tool-name-prefix: true`, or exclude"
                : "Exclude")
            + " one of the two in "
            + advised.quoted("exclude")
            + ".");
    add(
        stopped.get(Step.ACCEPTED),
        "exclude",
        "The schema has to be corrected in the server; exclude the tool in "
            + advised.quoted("exclude")
            + " until then.");
    add(
        stopped.get(Step.UNCHANGED),
        "tool-change-policy",
        "Compare the definition with the former one, then accept it in the console"
            + (advised.isSettable("tool-change-policy")
                ? " or write `tool-change-policy: warn`."
                : "."));
  }

  private void add(@Nullable List<ToolExplanation> stopped, String setting, String advice) {
    if (stopped != null) {
      List<String> names = stopped.stream().map(ToolExplanation::name).toList();
      add(
          Severity.ERROR,
          "models do not get "
              + (names.size() == 1 ? "the tool " : names.size() + " tools: ")
              + Texts.names(names)
              + ": "
              + stopped.get(0).reason(),
          setting,
          advice);
    }
  }

  private void addMissing(List<ToolExplanation> tools) {
    ServerInfo info = status.info();
    if (!tools.isEmpty() || info == null) {
      if (offered.isEmpty()
          && tools.stream().allMatch(tool -> tool.stoppedAt() == Step.INCLUDED)
          && !tools.isEmpty()) {
        add(
            Severity.ERROR,
            "the selection leaves out all " + tools.size() + " tools of the server",
            "include",
            "Write names that the server lists into "
                + advised.quoted("include")
                + ", such as "
                + Texts.names(tools.stream().map(ToolExplanation::name).toList())
                + ".");
      }
    } else if (info.offers("resources") || info.offers("prompts")) {
      add(
          Severity.INFO,
          "the server has no tools, only resources or prompts",
          null,
          "Nothing has to change if the application uses these.");
    } else {
      add(
          Severity.WARNING,
          "the server lists no tools",
          catalog.transport(status.name()) instanceof StdioTransport ? "args" : "headers",
          "Check whether the server needs an argument, a variable or other credentials to offer"
              + " tools; otherwise remove it.");
    }
  }

  /** The catalog sends these schemas, but providers may reject them, and models misread them. */
  private void addSchemas() {
    Map<String, List<String>> flaws = new LinkedHashMap<>();
    for (CatalogTool tool : offered) {
      List<String> flawsOfTool = SchemaFlaws.of(tool.listed().inputSchema());
      if (!flawsOfTool.isEmpty()) {
        flaws.put(tool.name(), flawsOfTool);
      }
    }
    if (!flaws.isEmpty()) {
      List<String> names = List.copyOf(flaws.keySet());
      add(
          Severity.WARNING,
          "the input schema of "
              + (names.size() == 1 ? "the tool " : names.size() + " tools is invalid: ")
              + Texts.names(names)
              + (names.size() == 1 ? " is invalid: " : "; the first: ")
              + String.join("; ", flaws.get(names.get(0))),
          "exclude",
          "The schema has to be corrected in the server; if calls fail, exclude the tool in "
              + advised.quoted("exclude")
              + " until then.");
    }
  }

  /** Reported once, at the server with the most tools, since that is where to begin. */
  private void addCount() {
    List<ServerStatus> servers = catalog.servers();
    int total = servers.stream().mapToInt(server -> offered(server).size()).sum();
    String largest =
        servers.stream()
            .max(Comparator.comparingInt(server -> offered(server).size()))
            .map(ServerStatus::name)
            .orElse("");
    if (total > settings.toolLimit && largest.equals(status.name())) {
      add(
          Severity.WARNING,
          "all servers together offer "
              + total
              + " tools, of which this one has "
              + offered.size()
              + "; models accept at most "
              + settings.toolLimit
              + " (OpenAI)",
          "include",
          fewerTools());
    }
  }

  private String fewerTools() {
    String search = "mcp.client.tool-search.mode";
    return "Write the tools that the agent needs into "
        + advised.quoted("include")
        + (advised.isSettable(search) ? ", or let the model search: `" + search + ": auto`." : ".");
  }

  private void addTokens() {
    int total = offered.stream().mapToInt(CatalogTool::tokens).sum();
    List<String> large =
        offered.stream()
            .filter(tool -> tool.tokens() > MANY_TOKENS_OF_TOOL)
            .sorted(Comparator.comparingInt(CatalogTool::tokens).reversed())
            .map(tool -> tool.name() + " (" + tool.tokens() + ")")
            .toList();
    if (total > MANY_TOKENS || !large.isEmpty()) {
      add(
          Severity.WARNING,
          "the definitions of "
              + Texts.count(offered.size(), "tool")
              + " take about "
              + total
              + " tokens in each request"
              + (large.isEmpty() ? "" : "; the largest: " + Texts.names(large)),
          "include",
          fewerTools());
    }
  }

  private void addRevision() {
    ServerInfo info = status.info();
    if (info != null && info.protocolVersion().compareTo(MODERN) < 0) {
      boolean isPinned = status.options().protocolVersion() != null;
      add(
          Severity.WARNING,
          "the server speaks the old protocol revision " + info.protocolVersion(),
          isPinned ? "ServerOptions.protocolVersion" : null,
          isPinned
              ? "Remove the protocol version, to negotiate the newest that both speak."
              : "Update the server: older revisions lack structured results and elicitation.");
    }
  }

  private void addSession() {
    long lost = status.counters().sessionsLost() - before.counters().sessionsLost();
    if (lost > 0) {
      add(
          Severity.WARNING,
          "the server no longer knew a session that it had just opened (HTTP status 404)",
          "url",
          "If several instances run behind `url`, the server needs sticky sessions or a shared"
              + " store of sessions.");
    }
  }
}
