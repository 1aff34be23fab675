package io.mcpbridge.samples.model;

import java.util.regex.Pattern;

/** What a tool answered, as the model was told. */
record ToolResult(String tool, String content) {

  // A tool message has no error flag; all a model can go by is how the text begins.
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
