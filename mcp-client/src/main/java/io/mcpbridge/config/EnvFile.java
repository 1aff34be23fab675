package io.mcpbridge.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file of {@code NAME=value} lines ({@code envFile} in the files of VS Code and Cursor). */
final class EnvFile {

  private EnvFile() {}

  /**
   * Its variables. Comments and {@code export} are skipped; quotes around a value are taken off.
   *
   * @throws IOException if it cannot be read
   */
  static Map<String, String> read(Path file) throws IOException {
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
