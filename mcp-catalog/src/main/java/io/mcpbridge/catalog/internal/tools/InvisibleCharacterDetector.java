package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports, and optionally removes, invisible characters in the texts of one server. */
final class InvisibleCharacterDetector {

  private static final Logger log = LoggerFactory.getLogger(InvisibleCharacterDetector.class);

  private static final String REMEDY =
      " (setting: ServerOptions.invisibleCharacters; REMOVE removes them)";

  private final String server;
  private final InvisibleCharacterPolicy policy;
  private final OnceLogger reported;

  InvisibleCharacterDetector(String server, InvisibleCharacterPolicy policy, OnceLogger reported) {
    this.server = server;
    this.policy = policy;
    this.reported = reported;
  }

  /** The tool as shown to models and users. */
  Tool clean(Tool tool, ListWarnings warnings) {
    InvisibleCharacterFindings findings = InvisibleCharacterFindings.of(tool);
    if (findings.isEmpty()) {
      return tool;
    }
    String subject = "the tool \"" + ServerText.line(tool.name()) + "\"";
    if (reported.isFirst(subject + findings)) {
      warnings.add(tool.name(), () -> sentence(subject, findings));
    }
    return removes() ? InvisibleCharacterFindings.removedFrom(tool) : tool;
  }

  /** A server's instructions as shown to models. */
  @Nullable String instructions(ServerInfo info) {
    InvisibleCharacterFindings findings = InvisibleCharacterFindings.of(info);
    String instructions = info.instructions();
    if (findings.isEmpty()) {
      return instructions;
    }
    String subject = "its serverInfo";
    if (reported.isFirst(subject + findings)) {
      log.warn("{}", sentence(subject, findings));
    }
    return removes() ? InvisibleCharacterFindings.removedFrom(instructions) : instructions;
  }

  private boolean removes() {
    return policy == InvisibleCharacterPolicy.REMOVE;
  }

  private String sentence(String subject, InvisibleCharacterFindings findings) {
    return "MCP server \"%s\": %s contains characters that models read but people do not see: %s%s"
        .formatted(
            server,
            subject,
            findings,
            removes() ? "; removed, except from argument names and schema values" : REMEDY);
  }
}
