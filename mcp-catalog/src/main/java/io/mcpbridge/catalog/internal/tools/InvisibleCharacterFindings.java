package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.internal.schema.SchemaTexts;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.InvisibleCharacters;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The invisible characters in a server's texts: where, how many and which. */
final class InvisibleCharacterFindings {

  /** How many places are listed, and how many different characters of each. */
  private static final int MAX_LOCATIONS = 10;

  private static final int MAX_CHARACTERS = 5;

  private static final int MAX_NAME_LENGTH = 60;

  private final List<String> places = new ArrayList<>();
  private int omitted;

  private InvisibleCharacterFindings() {}

  static InvisibleCharacterFindings of(Tool tool) {
    InvisibleCharacterFindings findings = new InvisibleCharacterFindings();
    findings.inspect("name", tool.name());
    findings.inspect("title", tool.title());
    findings.inspect("description", tool.description());
    findings.inspect("annotations title", tool.annotations().title());
    findings.inspect("inputSchema", tool.inputSchema());
    findings.inspect("outputSchema", tool.outputSchema());
    return findings;
  }

  static InvisibleCharacterFindings of(ServerInfo info) {
    InvisibleCharacterFindings findings = new InvisibleCharacterFindings();
    findings.inspect("instructions", info.instructions());
    Implementation implementation = info.implementation();
    if (implementation != null) {
      findings.inspect("serverInfo name", implementation.name());
      findings.inspect("serverInfo title", implementation.title());
      findings.inspect("serverInfo description", implementation.description());
    }
    return findings;
  }

  private void inspect(String part, @Nullable Object value) {
    inspect(new Place(null, part), value);
  }

  private void inspect(Place place, @Nullable Object value) {
    if (value instanceof String text) {
      inspect(place, "", text);
    } else if (value instanceof Map<?, ?> members) {
      members.forEach(
          (name, member) -> {
            Place memberPlace = new Place(place, (String) name);
            inspect(memberPlace, ", its name", (String) name);
            inspect(memberPlace, member);
          });
    } else if (value instanceof List<?> elements) {
      elements.forEach(element -> inspect(place, element));
    }
  }

  private void inspect(Place place, String suffix, String text) {
    if (InvisibleCharacters.isAnyIn(text)) {
      add(place + suffix, InvisibleCharacters.allIn(text));
    }
  }

  private void add(String place, List<Integer> characters) {
    if (places.size() == MAX_LOCATIONS) {
      omitted++;
      return;
    }
    Set<Integer> different = new LinkedHashSet<>(characters);
    String characterList =
        different.stream()
            .limit(MAX_CHARACTERS)
            .map(InvisibleCharacters::escaped)
            .collect(Collectors.joining(" "));
    String ellipsis = different.size() > MAX_CHARACTERS ? " ..." : "";
    places.add(place + " (" + characters.size() + ": " + characterList + ellipsis + ")");
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** A one-line summary. */
  @Override
  public String toString() {
    String line = String.join(", ", places);
    return omitted == 0 ? line : line + " and " + omitted + " more places";
  }

  /**
   * The tool without invisible characters. Names of arguments and values stay, since a call must
   * match them exactly. A name that would be empty stays, too.
   */
  static Tool removedFrom(Tool tool) {
    String name = removedFrom(tool.name());
    ToolAnnotations hints = tool.annotations();
    return new Tool(
        name == null || name.isBlank() ? tool.name() : name,
        removedFrom(tool.title()),
        removedFrom(tool.description()),
        SchemaTexts.replace(tool.inputSchema(), InvisibleCharacterFindings::plain),
        tool.outputSchema() == null
            ? null
            : SchemaTexts.replace(tool.outputSchema(), InvisibleCharacterFindings::plain),
        new ToolAnnotations(
            removedFrom(hints.title()),
            hints.readOnlyHint(),
            hints.destructiveHint(),
            hints.idempotentHint(),
            hints.openWorldHint(),
            hints.additionalProperties()),
        tool.icons(),
        tool.taskSupport(),
        tool.meta());
  }

  static @Nullable String removedFrom(@Nullable String text) {
    return text == null ? null : plain(text);
  }

  /** Keeps line ends as they are unless something is removed. */
  private static String plain(String text) {
    return InvisibleCharacters.isAnyIn(text) ? DisplayText.plain(text) : text;
  }

  /** A part of a definition, or a member of a schema; rendered only when reported. */
  private record Place(@Nullable Place parent, String name) {

    @Override
    public String toString() {
      String escaped = DisplayText.escapedLine(name, MAX_NAME_LENGTH);
      return parent == null ? escaped : parent + "/" + escaped;
    }
  }
}
