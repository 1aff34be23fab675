package io.mcpbridge.cli.internal.config;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Reads the documents of a {@code .properties} file, with the lines of the properties. */
final class TextProperties {

  private TextProperties() {}

  /** The properties of each document. */
  static List<List<FileProperty>> read(Path file, String text) throws PropertySyntaxException {
    List<List<FileProperty>> documents = new ArrayList<>();
    List<FileProperty> properties = new ArrayList<>();
    documents.add(properties);
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).stripLeading();
      int start = i + 1;
      if (line.matches("[#!]---\\s*")) {
        properties = new ArrayList<>();
        documents.add(properties);
      }
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("!")) {
        continue;
      }
      StringBuilder logical = new StringBuilder(line);
      while (logical.toString().matches("(?s).*(?<!\\\\)(\\\\\\\\)*\\\\") && i + 1 < lines.size()) {
        logical.append('\n').append(lines.get(++i));
      }
      for (var property : parsed(file, logical.toString(), start).entrySet()) {
        properties.add(
            new FileProperty(
                property.getKey().toString(), property.getValue().toString(), file, start));
      }
    }
    return documents;
  }

  private static Properties parsed(Path file, String logicalLine, int line)
      throws PropertySyntaxException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(logicalLine));
    } catch (IllegalArgumentException e) {
      throw new PropertySyntaxException("it has an incomplete \\u escape", file, line);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not of a string
    }
    return properties;
  }
}
