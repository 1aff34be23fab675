package io.mcpbridge.cli.internal.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads the documents of a YAML file as properties, with their lines. */
final class YamlProperties {

  private static final int MAX_DEPTH = 50;

  private final Path file;
  private final Scalars scalars = new Scalars();

  private YamlProperties(Path file) {
    this.file = file;
  }

  /** The properties of each document. */
  static List<List<FileProperty>> read(Path file, String text) throws PropertySyntaxException {
    YamlProperties reader = new YamlProperties(file);
    List<List<FileProperty>> documents = new ArrayList<>();
    try {
      for (Node root : new Yaml(new LoaderOptions()).composeAll(new java.io.StringReader(text))) {
        List<FileProperty> properties = new ArrayList<>();
        if (root instanceof MappingNode mapping) {
          reader.addMembers(mapping, "", properties, 0);
        } else if (!Tag.NULL.equals(root.getTag())) {
          throw new PropertySyntaxException("it is not a mapping of properties", file, line(root));
        }
        documents.add(properties);
      }
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
      throw new PropertySyntaxException(
          "it is not YAML" + reason(String.valueOf(e.getProblem())),
          file,
          mark == null ? 0 : mark.getLine() + 1);
    } catch (YAMLException e) { // whose message may quote the file
      throw new PropertySyntaxException("it is not YAML", file, 0);
    }
    return documents;
  }

  /** A frequent mistake in words of our own, since the problem may quote a value. */
  private static String reason(String problem) {
    if (problem.contains("'@'")) {
      return "; read the copy in target/classes, in which Maven has replaced @...@";
    } else if (problem.contains("(TAB)")) {
      return ": a tab begins the line; indent with spaces";
    }
    return problem.startsWith("mapping values are not allowed")
        ? ": a name and its value follow another value; correct the indentation, or put the value"
            + " into quotation marks"
        : "";
  }

  private void addMembers(
      MappingNode mapping, String prefix, List<FileProperty> properties, int depth)
      throws PropertySyntaxException {
    requireDepth(depth, mapping);
    Set<String> names = new HashSet<>();
    for (NodeTuple member : mapping.getValue()) {
      if (Tag.MERGE.equals(member.getKeyNode().getTag())) { // what the mapping has itself wins
        addMerged(member.getValueNode(), prefix, properties, depth + 1);
      }
    }
    for (NodeTuple member : mapping.getValue()) {
      if (Tag.MERGE.equals(member.getKeyNode().getTag())) {
        continue;
      }
      if (!(member.getKeyNode() instanceof ScalarNode key)) {
        throw new PropertySyntaxException("a key is not a text", file, line(member.getKeyNode()));
      }
      String name = key.getValue();
      if (!names.add(name)) {
        throw new PropertySyntaxException("found duplicate key " + name, file, line(key));
      }
      String path = prefix.isEmpty() || name.startsWith("[") ? prefix + name : prefix + "." + name;
      add(member.getValueNode(), path, line(key), properties, depth);
    }
  }

  private void addMerged(Node merged, String prefix, List<FileProperty> properties, int depth)
      throws PropertySyntaxException {
    if (merged instanceof MappingNode mapping) {
      addMembers(mapping, prefix, properties, depth);
    } else if (merged instanceof SequenceNode sequence) {
      requireDepth(depth, sequence);
      for (int i = sequence.getValue().size() - 1; i >= 0; i--) { // the first one wins
        addMerged(sequence.getValue().get(i), prefix, properties, depth + 1);
      }
    }
  }

  private void add(Node value, String path, int line, List<FileProperty> properties, int depth)
      throws PropertySyntaxException {
    if (value instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
      properties.add(new FileProperty(path, null, file, line));
      addMembers(mapping, path, properties, depth + 1);
    } else if (value instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
      requireDepth(depth, sequence);
      properties.add(new FileProperty(path, null, file, line));
      int index = 0;
      for (Node element : sequence.getValue()) {
        add(element, path + "[" + index++ + "]", line(element), properties, depth + 1);
      }
    } else {
      String text = value instanceof ScalarNode scalar ? scalars.text(scalar) : "";
      properties.add(new FileProperty(path, text, file, line));
    }
  }

  /** An alias may be an element of itself. */
  private void requireDepth(int depth, Node node) throws PropertySyntaxException {
    if (depth > MAX_DEPTH) {
      throw new PropertySyntaxException("its values are nested too deeply", file, line(node));
    }
  }

  private static int line(Node node) {
    return node.getStartMark() == null ? 0 : node.getStartMark().getLine() + 1;
  }

  /** The text that Spring Boot has for a scalar: {@code true} for {@code yes}, 1.1 for 1.10. */
  private static final class Scalars extends SafeConstructor {

    Scalars() {
      super(new LoaderOptions());
    }

    String text(ScalarNode scalar) {
      Tag tag = scalar.getTag();
      if (Tag.NULL.equals(tag)) {
        return "";
      }
      return Tag.BOOL.equals(tag) || Tag.INT.equals(tag) || Tag.FLOAT.equals(tag)
          ? String.valueOf(constructObject(scalar))
          : scalar.getValue();
    }
  }
}
