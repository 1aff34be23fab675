package io.mcpbridge.catalog.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the application tells the tool search about a tool, beyond its definition. It can find tools
 * whose words differ from those of users, and tell similar tools apart.
 *
 * @param aliases other words for what the tool does, by which it is found: {@code invoice}, {@code
 *     make a payment}. Models do not read them
 * @param whenToUse when to use the tool, in a sentence for the model that chooses among hits; by
 *     its words the tool is found, too. {@code null} for none
 */
public record SearchHints(List<String> aliases, @Nullable String whenToUse) {

  private static final SearchHints NONE = new SearchHints(List.of(), null);

  /** Copies the list. */
  public SearchHints {
    aliases = List.copyOf(aliases);
  }

  /** No hints. */
  public static SearchHints none() {
    return NONE;
  }
}
