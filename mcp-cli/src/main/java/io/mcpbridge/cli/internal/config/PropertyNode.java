package io.mcpbridge.cli.internal.config;

import io.mcpbridge.cli.internal.config.PropertyName.Element;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The properties of some files as a tree. */
final class PropertyNode {

  private final Element element;
  private final Map<String, PropertyNode> children = new LinkedHashMap<>();
  private @Nullable FileProperty property;

  private PropertyNode(Element element) {
    this.element = element;
  }

  /** Merges documents, the last of which wins. A list is that of one document. */
  static PropertyNode merged(List<List<FileProperty>> documents) {
    PropertyNode root = root();
    for (List<FileProperty> document : documents) {
      PropertyNode tree = root();
      document.forEach(tree::add);
      root.override(tree);
    }
    return root;
  }

  private static PropertyNode root() {
    return new PropertyNode(new Element("", false));
  }

  private void add(FileProperty added) {
    PropertyNode node = this;
    for (Element name : PropertyName.of(added.name()).elements()) {
      node = node.children.computeIfAbsent(name.key(), key -> new PropertyNode(name));
    }
    node.property = added;
  }

  private void override(PropertyNode tree) {
    if (tree.property != null && (tree.property.value() != null || property == null)) {
      property = tree.property;
    }
    boolean isScalar = tree.children.isEmpty() && tree.property != null;
    if (tree.isList() || (isScalar && isList())) {
      children.clear();
      property = tree.property;
    }
    tree.children.forEach(
        (key, child) ->
            children.computeIfAbsent(key, any -> new PropertyNode(child.element)).override(child));
  }

  Element element() {
    return element;
  }

  Map<String, PropertyNode> children() {
    return children;
  }

  /** The property; {@code null} if it only has members, in a {@code .properties} file. */
  @Nullable FileProperty property() {
    return property;
  }

  /** The descendant of this name; {@code null} if it is not set. */
  @Nullable PropertyNode find(List<String> keys) {
    PropertyNode node = this;
    for (String key : keys) {
      node = node == null ? null : node.children.get(key);
    }
    return node;
  }

  @Nullable PropertyNode find(String name) {
    return find(PropertyName.of(name).keys());
  }

  /** The property as written; {@code null} if it has none. */
  @Nullable String value() {
    return property == null ? null : property.value();
  }

  boolean isList() {
    return children.values().stream().anyMatch(child -> child.element.isIndex());
  }

  /** The elements of a list, by their index. */
  List<PropertyNode> elements() {
    return children.values().stream()
        .filter(child -> child.element.isIndex())
        .sorted(Comparator.comparingInt(child -> Integer.parseInt(child.element.text())))
        .toList();
  }

  /** The first property of this node or below, in file order. */
  @Nullable FileProperty firstProperty() {
    if (property != null) {
      return property;
    }
    for (PropertyNode child : children.values()) {
      FileProperty first = child.firstProperty();
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  /** Calls for all values below, with the key that they have in a map. */
  void forEachEntry(BiConsumer<String, PropertyNode> consumer) {
    children.values().forEach(child -> child.visit(child.element.mapKey(), consumer));
  }

  private void visit(String key, BiConsumer<String, PropertyNode> consumer) {
    if (value() != null) {
      consumer.accept(key, this);
    }
    children.values().forEach(child -> child.visit(key + "." + child.element.mapKey(), consumer));
  }
}
