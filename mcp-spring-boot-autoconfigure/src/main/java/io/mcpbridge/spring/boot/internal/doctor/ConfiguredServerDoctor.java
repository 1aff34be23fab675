package io.mcpbridge.spring.boot.internal.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.doctor.Doctor;
import io.mcpbridge.doctor.Finding;
import io.mcpbridge.doctor.ServerDiagnosis;
import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Examines servers, and knows where the application sets their properties. */
public final class ConfiguredServerDoctor implements ServerDoctor {

  private final ConfiguredProperties properties;
  private final Supplier<@Nullable ToolSearch> search;

  /**
   * @param search the tool search, which offers a few tools in place of all; {@code null} without
   *     one
   */
  public ConfiguredServerDoctor(
      ConfiguredProperties properties, Supplier<@Nullable ToolSearch> search) {
    this.properties = properties;
    this.search = search;
  }

  @Override
  public Map<String, @Nullable Object> examine(ToolCatalog catalog, String server) {
    return json(diagnose(catalog, server));
  }

  ServerDiagnosis diagnose(ToolCatalog catalog, String server) {
    ToolSearch toolSearch = search.get();
    Doctor.Builder doctor = Doctor.builder().connects(false).origins(this::origin);
    if (toolSearch != null && toolSearch.mode() != ToolSearchMode.OFF) {
      doctor.toolLimit(Integer.MAX_VALUE);
    }
    return doctor.build().examine(catalog, server);
  }

  private @Nullable SettingOrigin origin(String server, String setting) {
    String origin = properties.origin(server, setting);
    return origin == null ? null : SettingOrigin.of(origin);
  }

  private static Map<String, @Nullable Object> json(ServerDiagnosis diagnosis) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("server", diagnosis.server());
    json.put("state", Objects.toString(diagnosis.state(), null));
    json.put("healthy", diagnosis.isHealthy());
    json.put("revision", diagnosis.revision());
    json.put("tools", diagnosis.toolCount());
    json.put("tokens", diagnosis.tokens());
    json.put("findings", findings(diagnosis));
    return json;
  }

  private static List<Map<String, @Nullable Object>> findings(ServerDiagnosis diagnosis) {
    return diagnosis.findings().stream().map(ConfiguredServerDoctor::json).toList();
  }

  private static Map<String, @Nullable Object> json(Finding finding) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("severity", finding.severity().name());
    json.put("cause", finding.cause());
    json.put("setting", finding.setting());
    json.put("origin", Objects.toString(finding.origin(), null));
    json.put("advice", finding.advice());
    return json;
  }
}
