package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.internal.text.ServerText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings about the tools of one list: the first are described, the others only named. */
final class ListWarnings {

  private static final Logger log = LoggerFactory.getLogger(ListWarnings.class);

  private static final int MAX_DESCRIBED = 20;

  private static final int MAX_NAMED = 100;

  private final String server;
  private final String predicate;
  private final BooleanSupplier isDescribed;
  private final List<String> named = new ArrayList<>();
  private int described;
  private int omitted;

  /**
   * @param predicate what the tools have in common, such as "contain invisible characters"
   * @param isDescribed asked for each tool whether there is room in the log
   */
  ListWarnings(String server, String predicate, BooleanSupplier isDescribed) {
    this.server = server;
    this.predicate = predicate;
    this.isDescribed = isDescribed;
  }

  void add(String tool, Supplier<String> sentence) {
    if (described < MAX_DESCRIBED && isDescribed.getAsBoolean()) {
      described++;
      log.warn("{}", sentence.get());
    } else if (named.size() < MAX_NAMED) {
      named.add(ServerText.line(tool));
    } else {
      omitted++;
    }
  }

  /** Names the tools that were not described, once all tools of the list were compared. */
  void end() {
    if (!named.isEmpty()) {
      String names = String.join(", ", named) + (omitted == 0 ? "" : " and " + omitted + " more");
      log.warn("MCP server \"{}\": tools {} {}", server, names, predicate);
    }
  }
}
