package io.mcpbridge.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Words with similar meanings in descriptions of software: what people say and what tools are
 * called. General words only, none of particular products.
 */
final class RelatedTerms {

  /** A group of related words per line. */
  private static final String GROUPS = "related_terms.txt";

  private static final Map<String, List<String>> BY_TERM = byTerm();

  private RelatedTerms() {}

  static List<String> of(String term) {
    return BY_TERM.getOrDefault(term, List.of());
  }

  private static List<String> lines() {
    try (InputStream groups = RelatedTerms.class.getResourceAsStream(GROUPS)) {
      return new String(Objects.requireNonNull(groups).readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<String>> byTerm() {
    Map<String, Set<String>> related = new HashMap<>();
    for (String line : lines()) {
      List<String> group = List.of(line.split(" ")).stream().map(Stemmer::stem).distinct().toList();
      for (String term : group) {
        related.computeIfAbsent(term, any -> new LinkedHashSet<>()).addAll(group);
      }
    }
    Map<String, List<String>> byTerm = new HashMap<>();
    related.forEach(
        (term, group) -> {
          List<String> list = new ArrayList<>(group);
          list.remove(term);
          byTerm.put(term, List.copyOf(list));
        });
    return byTerm;
  }
}
