package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports, and optionally removes, invisible characters in the texts of one server. */
final class InvisibleWatch {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private static final String REMEDY =
      " (setting: invisible-characters; \"remove\" takes them out of what models read)";

  private final String server;
  private final InvisibleCharacterPolicy policy;
  private final ToldOnce reported;

  InvisibleWatch(String server, InvisibleCharacterPolicy policy, ToldOnce reported) {
    this.server = server;
    this.policy = policy;
    this.reported = reported;
  }

  /** The tool as shown to models and users. */
  Tool clean(Tool tool, ListWarnings warnings) {
    InvisibleFindings findings = InvisibleFindings.in(tool);
    if (findings.isEmpty()) {
      return tool;
    }
    String what = "the tool \"" + ServersWords.line(tool.name()) + "\"";
    if (reported.isNews(what + findings)) {
      warnings.add(tool.name(), () -> sentence(what, findings));
    }
    return removes() ? InvisibleFindings.removedFrom(tool) : tool;
  }

  /** A server's instructions as shown to models. */
  @Nullable String instructions(ServerInfo info) {
    InvisibleFindings findings = InvisibleFindings.in(info);
    String instructions = info.instructions();
    if (findings.isEmpty()) {
      return instructions;
    }
    String what = "what it says of itself";
    if (reported.isNews(what + findings)) {
      log.warn("{}", sentence(what, findings));
    }
    return removes() ? InvisibleFindings.removedFrom(instructions) : instructions;
  }

  private boolean removes() {
    return policy == InvisibleCharacterPolicy.REMOVE;
  }

  private String sentence(String what, InvisibleFindings findings) {
    return "MCP server \"%s\": %s holds characters that people do not see and models read: %s%s"
        .formatted(
            server,
            what,
            findings,
            removes()
                ? "; they are removed, except from names of arguments and from values in schemas"
                : REMEDY);
  }
}
