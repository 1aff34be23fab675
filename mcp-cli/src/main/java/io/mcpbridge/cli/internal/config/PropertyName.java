package io.mcpbridge.cli.internal.config;

import io.mcpbridge.internal.text.SettingText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The elements of a property's name. They are compared as Spring Boot does: kebab, camel and snake
 * case are equal.
 */
record PropertyName(List<Element> elements) {

  /**
   * One element.
   *
   * @param isBracketed whether it is in brackets: an index, or a key with any characters
   */
  record Element(String text, boolean isBracketed) {

    boolean isIndex() {
      return isBracketed && text.matches("\\d{1,6}");
    }

    /** Equal for names that mean the same property. */
    String key() {
      String uniform = SettingText.uniform(text);
      return isIndex() ? "[" + text + "]" : uniform.isEmpty() ? text : uniform;
    }

    /** The key of a map; Spring Boot drops other characters unless there are brackets. */
    String mapKey() {
      return isBracketed ? text : text.replaceAll("[^A-Za-z0-9_-]", "");
    }
  }

  static PropertyName of(String name) {
    List<Element> elements = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char character = name.charAt(i);
      int end = character == '[' ? name.indexOf(']', i) : -1;
      if (character == '.' || end > 0) {
        addPlain(elements, text);
      }
      if (end > 0) {
        elements.add(new Element(name.substring(i + 1, end), true));
        i = end;
      } else if (character != '.') {
        text.append(character);
      }
    }
    addPlain(elements, text);
    return new PropertyName(List.copyOf(elements));
  }

  private static void addPlain(List<Element> elements, StringBuilder text) {
    if (!text.isEmpty()) {
      elements.add(new Element(text.toString(), false));
      text.setLength(0);
    }
  }

  List<String> keys() {
    return elements.stream().map(Element::key).toList();
  }

  /** As in a file. */
  @Override
  public String toString() {
    return elements.stream()
        .map(element -> element.isBracketed() ? "[" + element.text() + "]" : "." + element.text())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }
}
