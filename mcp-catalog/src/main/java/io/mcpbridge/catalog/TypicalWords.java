package io.mcpbridge.catalog;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.internal.text.ServerText;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of the names of a server's tools that tell it from others: frequent there, and rare in
 * the names of other servers' tools (TF-IDF). Single words of names cannot steer a model.
 */
final class TypicalWords {

  private static final int MAX_WORDS = 8;
  private static final int MAX_WORD_LENGTH = 24;

  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  /** Verbs of tools on any server. */
  private static final Set<String> COMMON =
      Set.of(
          ("get list create update delete add remove set find search read write fetch show run make"
                  + " retrieve manage tool tools api and for the with from to of by in on as id")
              .split(" "));

  private final Map<String, Map<String, Integer>> counts = new HashMap<>();
  private final Map<String, Integer> servers = new HashMap<>();

  /**
   * @param byServer the tools of all servers
   */
  TypicalWords(Map<String, List<CatalogTool>> byServer) {
    byServer.forEach(
        (server, tools) -> {
          Map<String, Integer> ofServer = new LinkedHashMap<>();
          Set<String> ofName = words(server).collect(Collectors.toSet());
          tools.forEach(
              tool ->
                  words(tool.name())
                      .distinct()
                      .filter(word -> !COMMON.contains(word) && !ofName.contains(word))
                      .forEach(word -> ofServer.merge(word, 1, Integer::sum)));
          counts.put(server, ofServer);
          ofServer.keySet().forEach(word -> servers.merge(word, 1, Integer::sum));
        });
  }

  /** The most typical words first. */
  String of(String server) {
    Map<String, Integer> ofServer = counts.getOrDefault(server, Map.of());
    return ofServer.keySet().stream()
        .sorted(Comparator.comparing((String word) -> -weight(word, ofServer)))
        .limit(MAX_WORDS)
        .map(word -> ServerText.line(word, MAX_WORD_LENGTH))
        .collect(Collectors.joining(", "));
  }

  private double weight(String word, Map<String, Integer> ofServer) {
    double rarity = Math.log(1 + (double) counts.size() / servers.getOrDefault(word, 1));
    return ofServer.getOrDefault(word, 0) * rarity;
  }

  /** In the singular, so that {@code issue} and {@code issues} count as one. */
  private static Stream<String> words(String name) {
    return BETWEEN_WORDS
        .splitAsStream(name)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .map(TypicalWords::singular)
        .filter(word -> word.length() > 1);
  }

  private static String singular(String word) {
    boolean isPlural = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
    return isPlural ? word.substring(0, word.length() - 1) : word;
  }
}
