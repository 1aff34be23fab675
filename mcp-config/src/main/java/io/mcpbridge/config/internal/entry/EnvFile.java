package io.mcpbridge.config.internal.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads {@code NAME=value} files ({@code envFile} in VS Code's and Cursor's formats). */
public final class EnvFile {

  private EnvFile() {}

  /**
   * Reads the variables. Skips comments and {@code export}; removes quotes around values.
   *
   * @throws IOException if the file cannot be read
   */
  public static Map<String, String> read(Path file) throws IOException {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String text = line.strip().replaceFirst("^export\\s+", "");
      int equals = text.indexOf('=');
      if (equals > 0 && !text.startsWith("#")) {
        variables.put(text.substring(0, equals).strip(), value(text.substring(equals + 1).strip()));
      }
    }
    return variables;
  }

  private static String value(String text) {
    char quote = text.isEmpty() ? ' ' : text.charAt(0);
    boolean quoted =
        (quote == '"' || quote == '\'')
            && text.length() > 1
            && text.charAt(text.length() - 1) == quote;
    return quoted
        ? text.substring(1, text.length() - 1)
        : text.replaceFirst("\\s+#.*$", ""); // a comment behind a bare value
  }
}
