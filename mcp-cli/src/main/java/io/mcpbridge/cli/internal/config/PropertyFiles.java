package io.mcpbridge.cli.internal.config;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an application's file and those of its profiles beside it, as Spring Boot does: the
 * documents of active profiles, the last of which wins.
 */
final class PropertyFiles {

  /** In this order; the last one wins. */
  private static final List<String> EXTENSIONS = List.of("yaml", "yml", "properties");

  private final List<String> selectedProfiles;
  private final List<List<FileProperty>> mainDocuments = new ArrayList<>();

  /**
   * @param selectedProfiles the profiles that are active; empty for those of the file
   */
  PropertyFiles(List<String> selectedProfiles) {
    this.selectedProfiles = selectedProfiles;
  }

  /** Whether this file has properties, by its name. */
  static boolean isPropertyFile(Path file) {
    return EXTENSIONS.contains(extension(file));
  }

  private static String extension(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String withoutExtension(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.lastIndexOf('.'));
  }

  /**
   * The active documents, in order.
   *
   * @throws IOException if the file cannot be read
   * @throws PropertySyntaxException if a file cannot be parsed
   */
  List<List<FileProperty>> read(Path file) throws IOException, PropertySyntaxException {
    List<List<FileProperty>> documents = new ArrayList<>();
    boolean isApplication = withoutExtension(file).equals("application");
    for (Path main : isApplication ? beside(file, "") : List.of(file)) {
      documents.addAll(parse(main));
    }
    if (isApplication && documents.isEmpty()) {
      parse(file); // fails
    }
    mainDocuments.addAll(documents);
    Set<String> profiles = profiles(documents);
    for (String profile : profiles) {
      for (Path ofProfile : beside(file, "-" + profile)) {
        documents.addAll(parse(ofProfile));
      }
    }
    Set<String> active = profiles.isEmpty() ? Set.of("default") : profiles;
    documents.removeIf(document -> !isActive(document, active));
    return documents;
  }

  /** The profiles, not selected, whose documents have servers, after {@link #read}. */
  List<String> unselectedProfiles(Path file) throws IOException {
    Set<String> profiles = new LinkedHashSet<>();
    for (List<FileProperty> document : mainDocuments) {
      PropertyNode properties = PropertyNode.merged(List.of(document));
      if (properties.find("mcp.client.servers") != null) {
        profiles.addAll(names(properties, "spring.config.activate.on-profile"));
      }
    }
    String base = withoutExtension(file) + "-";
    try (Stream<Path> siblings = siblings(file)) {
      siblings
          .filter(sibling -> withoutExtension(sibling).startsWith(base))
          .sorted()
          .filter(PropertyFiles::hasServers)
          .forEach(sibling -> profiles.add(withoutExtension(sibling).substring(base.length())));
    }
    return List.copyOf(profiles);
  }

  /**
   * All profiles that the files name, after {@link #read}: of documents, of groups and of files
   * beside this one.
   */
  Set<String> namedProfiles(Path file) throws IOException {
    Set<String> profiles = new TreeSet<>();
    for (List<FileProperty> document : mainDocuments) {
      PropertyNode properties = PropertyNode.merged(List.of(document));
      for (String expression : names(properties, "spring.config.activate.on-profile")) {
        profiles.addAll(List.of(expression.split("[\\s&|!()]+")));
      }
      PropertyNode groups = properties.find("spring.profiles.group");
      if (groups != null) {
        groups.children().values().forEach(group -> profiles.add(group.element().mapKey()));
      }
    }
    String base = withoutExtension(file) + "-";
    try (Stream<Path> siblings = siblings(file)) {
      siblings
          .map(PropertyFiles::withoutExtension)
          .filter(name -> name.startsWith(base))
          .forEach(name -> profiles.add(name.substring(base.length())));
    }
    return profiles;
  }

  /** The files with properties in the same folder. */
  private static Stream<Path> siblings(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    return Files.list(folder == null ? file.toAbsolutePath() : folder)
        .filter(PropertyFiles::isPropertyFile);
  }

  private static boolean hasServers(Path file) {
    try {
      return PropertyNode.merged(parse(file)).find("mcp.client.servers") != null;
    } catch (IOException | PropertySyntaxException e) {
      return false;
    }
  }

  private static List<List<FileProperty>> parse(Path file)
      throws IOException, PropertySyntaxException {
    boolean isText = extension(file).equals("properties");
    Charset charset = isText ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    String text = Files.readString(file, charset);
    return isText ? TextProperties.read(file, text) : YamlProperties.read(file, text);
  }

  /** The active profiles in order: the selected ones, or those that the file names. */
  private Set<String> profiles(List<List<FileProperty>> documents) {
    PropertyNode always =
        PropertyNode.merged(
            documents.stream().filter(document -> activation(document) == null).toList());
    Set<String> profiles = new LinkedHashSet<>();
    List<String> active =
        selectedProfiles.isEmpty() ? names(always, "spring.profiles.active") : selectedProfiles;
    Stream.of(names(always, "spring.profiles.include"), active)
        .flatMap(List::stream)
        .forEach(profile -> addWithGroup(profile, always, profiles));
    return profiles;
  }

  private static void addWithGroup(String profile, PropertyNode always, Set<String> profiles) {
    if (profiles.add(profile)) {
      names(always, "spring.profiles.group[" + profile + "]")
          .forEach(member -> addWithGroup(member, always, profiles));
    }
  }

  private static List<String> names(PropertyNode properties, String name) {
    PropertyNode node = properties.find(name);
    if (node == null) {
      return List.of();
    }
    Stream<String> values =
        node.isList()
            ? node.elements().stream().map(element -> String.valueOf(element.value()))
            : Stream.of(String.valueOf(node.value()).split(","));
    return values.map(String::strip).filter(value -> !value.isEmpty()).toList();
  }

  private static List<Path> beside(Path file, String suffix) {
    String base = withoutExtension(file);
    return EXTENSIONS.stream()
        .map(extension -> file.resolveSibling(base + suffix + "." + extension))
        .filter(Files::isRegularFile)
        .toList();
  }

  private static boolean isActive(List<FileProperty> document, Set<String> profiles) {
    PropertyNode activation = activation(document);
    if (activation == null) {
      return true;
    }
    boolean needsPlatform = activation.find("on-cloud-platform") != null;
    PropertyNode onProfile = activation.find("on-profile");
    return !needsPlatform
        && (onProfile == null
            || names(PropertyNode.merged(List.of(document)), "spring.config.activate.on-profile")
                .stream()
                .anyMatch(expression -> ProfileExpression.matches(expression, profiles)));
  }

  private static @Nullable PropertyNode activation(List<FileProperty> document) {
    return PropertyNode.merged(List.of(document)).find("spring.config.activate");
  }
}
