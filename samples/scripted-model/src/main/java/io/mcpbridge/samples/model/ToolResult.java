package io.mcpbridge.samples.model;

import java.util.List;
import java.util.regex.Pattern;

/** A tool result as the model received it. */
record ToolResult(String tool, String content) {

  // A tool message has no error flag; a model can only recognize the start of the text.
  private static final Pattern ERROR =
      Pattern.compile(
          "^\\W*(?:error|exception|failed|failure|isError\\W+true)\\b"
              + "|^(?:\\S+\\s+){0,4}?(?:error|\\S*(?-i:Error|Exception))[\\s(-]*\\d*\\)?:"
              + "|^(?:[^\\s.]+\\s+){0,8}?(?:unavailable|timed out|denied|not found|failed"
              + "|does not exist)\\b",
          Pattern.CASE_INSENSITIVE);

  // how MCP Bridge puts the results of approved calls before the user's text
  private static final Pattern LATE =
      Pattern.compile(
          "^The call of (\\S+) with .* that waited for (?:approval|input) \\S+ is over\\. Its"
              + " result, which is not from the user: ((?s:.*?))(?=\\R\\R|\\RThe call of |\\z)",
          Pattern.MULTILINE);

  /** The results that a user message starts with, of calls that waited for approval or input. */
  static List<ToolResult> late(String userMessage) {
    return LATE.matcher(userMessage)
        .results()
        .map(call -> new ToolResult(call.group(1), call.group(2)))
        .toList();
  }

  boolean readsLikeAnError() {
    String firstLine = content.strip().lines().findFirst().orElse("");
    return ERROR.matcher(firstLine).find();
  }
}
