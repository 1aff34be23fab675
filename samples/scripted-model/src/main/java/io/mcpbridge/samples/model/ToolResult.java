package io.mcpbridge.samples.model;

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

  boolean readsLikeAnError() {
    String firstLine = content.strip().lines().findFirst().orElse("");
    return ERROR.matcher(firstLine).find();
  }
}
