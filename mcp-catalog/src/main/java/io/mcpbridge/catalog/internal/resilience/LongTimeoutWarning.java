package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.catalog.server.ServerOptions;
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
public final class LongTimeoutWarning {

  private static final Logger log = LoggerFactory.getLogger(LongTimeoutWarning.class);

  private static final Duration MAX_USUAL = Duration.ofHours(1);

  /** Beyond this number, the oldest warnings are forgotten and may be repeated. */
  private static final int MAX_REPORTED = 1_000;

  private static final Set<ReportedTimeout> REPORTED = new LinkedHashSet<>();

  private record ReportedTimeout(String server, String setting, Duration time) {}

  private LongTimeoutWarning() {}

  /** Whether the time is long enough for a warning. */
  public static boolean isLong(Duration time) {
    return time.compareTo(MAX_USUAL) > 0;
  }

  /** The text of the warning, after the name of the setting. */
  public static String warning(Duration time) {
    return "is "
        + time.toSeconds()
        + " s, more than an hour; if milliseconds were meant, set it to \""
        + time.toSeconds()
        + "ms\"";
  }

  /** Suppresses the warning about a server's timeout, because the caller logs its own. */
  public static void suppress(String server, Duration timeout) {
    if (isLong(timeout)) {
      markReported(new ReportedTimeout(server, "timeout", timeout));
    }
  }

  public static void warn(String server, ServerOptions options) {
    unreported(server, options)
        .forEach(
            (setting, time) ->
                log.warn("MCP server \"{}\": the setting {} {}", server, setting, warning(time)));
  }

  /** The long limits by setting, without those already reported. */
  static Map<String, Duration> unreported(String server, ServerOptions options) {
    Map<String, Duration> limits = longTimes(options);
    limits
        .entrySet()
        .removeIf(
            entry -> !markReported(new ReportedTimeout(server, entry.getKey(), entry.getValue())));
    return limits;
  }

  private static boolean markReported(ReportedTimeout reportedTimeout) {
    synchronized (REPORTED) {
      if (REPORTED.size() >= MAX_REPORTED && !REPORTED.contains(reportedTimeout)) {
        REPORTED.remove(REPORTED.iterator().next());
      }
      return REPORTED.add(reportedTimeout);
    }
  }

  /** The long limits by setting. */
  static Map<String, Duration> longTimes(ServerOptions options) {
    Map<String, Duration> limits = new LinkedHashMap<>();
    collect(limits, "timeout", options.timeout());
    collect(limits, "idle-timeout", options.idleTimeout());
    collect(limits, "initialization-timeout", options.initializationTimeout());
    collect(limits, "listTimeout", options.listTimeout());
    options
        .tools()
        .forEach(
            (tool, special) -> {
              collect(limits, "tools." + tool + ".timeout", special.timeout());
              collect(limits, "tools." + tool + ".idle-timeout", special.idleTimeout());
            });
    return limits;
  }

  private static void collect(
      Map<String, Duration> limits, String setting, @Nullable Duration time) {
    if (time != null && isLong(time)) {
      limits.put(setting, time);
    }
  }
}
