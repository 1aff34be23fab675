package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of time limits so long that they look like milliseconds that were taken for seconds, as in
 * {@code timeout: 60000}. They count nevertheless.
 */
final class LongTimes {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** A call that takes longer is rare; a mistaken unit is not. */
  private static final Duration LONGEST_USUAL = Duration.ofHours(1);

  private LongTimes() {}

  static void warn(String server, ServerOptions options) {
    suspicious(options)
        .forEach(
            (setting, time) ->
                log.warn(
                    "MCP server \"{}\": the setting {} is {} s, more than an hour; if milliseconds"
                        + " were meant, set it to {}s",
                    server,
                    setting,
                    time.toSeconds(),
                    Math.max(1, time.toSeconds() / 1_000)));
  }

  /** The limits that are longer than an hour, by their settings. */
  static Map<String, Duration> suspicious(ServerOptions options) {
    Map<String, Duration> found = new LinkedHashMap<>();
    look(found, "timeout", options.timeout());
    look(found, "idle-timeout", options.idleTimeout());
    look(found, "connect-timeout", options.connectTimeout());
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
    if (time != null && time.compareTo(LONGEST_USUAL) > 0) {
      found.put(setting, time);
    }
  }
}
