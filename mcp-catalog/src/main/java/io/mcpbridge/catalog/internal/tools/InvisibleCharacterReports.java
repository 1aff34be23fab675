package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.ServerNames;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which invisible characters of which server the log has reported. The catalogs of all users share
 * one, since they mostly list the same tools. Thread-safe.
 */
public final class InvisibleCharacterReports {

  private final Map<String, OnceLogger> servers = new ConcurrentHashMap<>();

  OnceLogger of(String server) {
    OnceLogger logger = servers.get(server);
    if (logger != null || servers.size() >= ServerNames.MAX_NAMES) {
      return logger == null ? new OnceLogger() : logger;
    }
    return servers.computeIfAbsent(server, name -> new OnceLogger());
  }
}
