package io.mcpbridge.langchain4j;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of a tool that is left out, or told with less than its schema says: once, whoever asks. */
final class SchemaNews {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  /** Beyond these, what was told is forgotten, and told again. */
  static final int MOST_KEPT = 10_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  void tell(SchemaReport report) {
    if (told.size() >= MOST_KEPT) {
      told.clear();
    }
    String sentence = report.sentence();
    if (told.add(sentence)) {
      log.warn(sentence);
    }
  }
}
