package io.mcpbridge.samples.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * All texts of the model; each says that it is scripted, and the first quotation of a conversation
 * also what a real model needs.
 */
final class StandInText {

  private static final String LABEL = "[scripted model] ";

  private static final String REAL_MODEL =
      "For a real model set OPENAI_API_KEY (and OPENAI_BASE_URL and OPENAI_MODEL for another"
          + " OpenAI-compatible service).";

  private StandInText() {}

  static String quote(List<ToolResult> results, boolean isFirst) {
    String quotation = results.stream().map(StandInText::quote).collect(Collectors.joining("\n"));
    return isFirst
        ? quotation
            + "\n(Quoted by a scripted stand-in model that understands no language. "
            + REAL_MODEL
            + ")"
        : quotation;
  }

  /** Whether a text of this model says what a real model needs. */
  static boolean hasNotice(String text) {
    return text.contains(REAL_MODEL);
  }

  private static String quote(ToolResult result) {
    String verb =
        result.readsLikeAnError() ? " answered with what reads like an error: " : " answered: ";
    return LABEL + result.tool() + verb + result.content();
  }

  static String noTools() {
    return LABEL
        + "This is a scripted stand-in model that understands no language, and this request"
        + " offers it no tools, so there is nothing it can call. "
        + REAL_MODEL;
  }

  static String unclear(String reason, List<OfferedTool> offered) {
    return LABEL
        + "This is a scripted stand-in model that understands no language, and it called nothing: "
        + reason
        + "\nTools offered: "
        + offered.stream().map(OfferedTool::name).collect(Collectors.joining(", "))
        + "."
        + "\nUse the words of a tool's name or description and give its arguments, or write: use"
        + " <tool> {\"argument\": \"value\"}. "
        + REAL_MODEL;
  }
}
