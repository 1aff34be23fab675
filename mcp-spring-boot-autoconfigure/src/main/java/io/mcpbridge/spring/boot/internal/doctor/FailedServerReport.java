package io.mcpbridge.spring.boot.internal.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.doctor.Finding;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the line to change when a server cannot be used, once per line and server. The reason is in
 * the log already.
 */
public final class FailedServerReport implements CatalogListener {

  private static final Logger log = LoggerFactory.getLogger(FailedServerReport.class);

  private final ConfiguredServerDoctor doctor;
  private final Supplier<@Nullable ToolCatalog> catalog;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  /**
   * @param catalog the one that servers are examined in; {@code null} if there is none
   */
  public FailedServerReport(
      ConfiguredServerDoctor doctor, Supplier<@Nullable ToolCatalog> catalog) {
    this.doctor = doctor;
    this.catalog = catalog;
  }

  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    ToolCatalog examined =
        now == ServerState.DISCONNECTED || now == ServerState.NEEDS_AUTHORIZATION
            ? catalog.get()
            : null;
    if (examined != null
        && examined.servers().stream().anyMatch(status -> status.name().equals(server))) {
      doctor.diagnose(examined, server).findings().forEach(finding -> report(server, finding));
    }
  }

  private void report(String server, Finding finding) {
    if (finding.severity() == Finding.Severity.ERROR
        && finding.origin() != null
        && reported.add(server + " " + finding.origin())) {
      log.warn(
          "MCP server \"{}\": see {} ({}). {}",
          server,
          finding.origin(),
          finding.setting(),
          finding.advice());
    }
  }
}
