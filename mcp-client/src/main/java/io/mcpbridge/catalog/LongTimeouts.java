package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns about time limits of more than an hour. Few calls take so long, and many such values are
 * milliseconds given as seconds, as in {@code timeout: 60000}. The limits apply nevertheless. Each
 * warning is logged once, since servers are created repeatedly, also per user.
 */
public final class LongTimeouts {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private static final Duration LONGEST_USUAL = Duration.ofHours(1);

  /** Beyond this number, the oldest warnings are forgotten and may be repeated. */
  private static final int MOST_SAID = 1_000;

  private static final Set<ReportedTimeout> SAID = new LinkedHashSet<>();

  private record ReportedTimeout(String server, String setting, Duration time) {}

  private LongTimeouts() {}

  /** Whether the time is long enough for a warning. */
  public static boolean isLong(Duration time) {
    return time.compareTo(LONGEST_USUAL) > 0;
  }

  /** The text of the warning, after the name of the setting. */
  public static String doubt(Duration time) {
    return "is "
        + time.toSeconds()
        + " s, more than an hour; if milliseconds were meant, set it to \""
        + time.toSeconds()
        + "ms\"";
  }

  /** Suppresses the warning about a server's timeout, because the caller logs its own. */
  public static void leaveOut(String server, Duration timeout) {
    if (isLong(timeout)) {
      isNews(new ReportedTimeout(server, "timeout", timeout));
    }
  }

  static void warn(String server, ServerOptions options) {
    unsaid(server, options)
        .forEach(
            (setting, time) ->
                log.warn("MCP server \"{}\": the setting {} {}", server, setting, doubt(time)));
  }

  /** The long limits by setting, without those already reported. */
  static Map<String, Duration> unsaid(String server, ServerOptions options) {
    Map<String, Duration> found = longTimes(options);
    found
        .entrySet()
        .removeIf(entry -> !isNews(new ReportedTimeout(server, entry.getKey(), entry.getValue())));
    return found;
  }

  private static boolean isNews(ReportedTimeout reportedTimeout) {
    synchronized (SAID) {
      if (SAID.size() >= MOST_SAID && !SAID.contains(reportedTimeout)) {
        SAID.remove(SAID.iterator().next());
      }
      return SAID.add(reportedTimeout);
    }
  }

  /** The long limits by setting. */
  static Map<String, Duration> longTimes(ServerOptions options) {
    Map<String, Duration> found = new LinkedHashMap<>();
    look(found, "timeout", options.timeout());
    look(found, "idle-timeout", options.idleTimeout());
    look(found, "initialization-timeout", options.initializationTimeout());
    look(found, "list-timeout", options.listTimeout());
    options
        .tools()
        .forEach(
            (tool, special) -> {
              look(found, "tools." + tool + ".timeout", special.timeout());
              look(found, "tools." + tool + ".idle-timeout", special.idleTimeout());
            });
    return found;
  }

  private static void look(Map<String, Duration> found, String setting, @Nullable Duration time) {
    if (time != null && isLong(time)) {
      found.put(setting, time);
    }
  }
}
