package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server that configuration files have added to a catalog, and its applied state. */
final class AppliedServer {

  private final ToolCatalog catalog;
  private final String name;
  private @Nullable ConfiguredServer settings;
  private @Nullable Transport transport;

  /** The configuration behind the current transport; {@code null} if that is unusable. */
  private @Nullable ConfiguredServer target;

  private @Nullable ServerOptions narrowedOptions;
  private @Nullable String disabledBy;

  AppliedServer(ToolCatalog catalog, String name) {
    this.catalog = catalog;
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Whether the catalog still has this server: the application may have removed or replaced it. */
  boolean isInCatalog() {
    return transport != null && catalog.transport(name) == transport;
  }

  /** The applied configuration; {@code null} if none was applied yet. */
  @Nullable ConfiguredServer settings() {
    return settings;
  }

  /**
   * Applies the configuration from the file.
   *
   * @return whether the server reconnects
   * @throws RuntimeException if applying fails; the next run tries again
   */
  boolean apply(ConfiguredServer server) {
    ConfiguredServer previous = settings;
    if (previous != null
        && previous.isUsable()
        && isInCatalog()
        && awaitsInputs(server, previous)) {
      narrow(previous, server); // keeps the rest until the inputs are answered
      return false;
    }
    boolean isUnchanged =
        previous != null
            && isInCatalog()
            && narrowedOptions == null
            && server.hasSameState(previous);
    boolean reconnects = false;
    if (!isUnchanged) {
      if (server.isUsable()
          && previous != null
          && isInCatalog()
          && !server.hasSameTarget(previous)) {
        catalog.forgetApprovals(name); // they were given for another server
      }
      settings = null; // not before, since a store may fail
      narrowedOptions = null;
      if (server.isUsable()) {
        reconnects = applyUsable(server);
      } else {
        listAsDisabled(server);
      }
    }
    settings = server;
    return reconnects;
  }

  /**
   * Whether the file still describes the same server but waits for inputs to resolve its address.
   */
  private static boolean awaitsInputs(ConfiguredServer server, ConfiguredServer inUse) {
    return !server.pendingInputs().isEmpty() && server.hasSameWrittenTarget(inUse);
  }

  /** Applies the file's restrictions at once, without waiting for inputs. */
  private void narrow(ConfiguredServer inUse, ConfiguredServer server) {
    ServerOptions options = server.narrowedOptions(inUse);
    put(inUse, options);
    narrowedOptions = options;
  }

  /** Returns whether the server reconnects. */
  private boolean applyUsable(ConfiguredServer server) {
    boolean reconnects = put(server, server.options());
    if (disabledBy != null && disabledBy.equals(disabledBy())) {
      catalog.enable(name); // unless the application has disabled it meanwhile
      reconnects = true;
    }
    disabledBy = null;
    return reconnects;
  }

  /** Lists an unusable server as disabled, with the reason; it is never connected. */
  private void listAsDisabled(ConfiguredServer server) {
    String reason = server.unusableReason();
    String currentReason = isInCatalog() ? disabledBy() : null;
    if (currentReason != null && !currentReason.equals(disabledBy)) {
      // The application disabled it; keep that.
      if (server.transport() == null) {
        put(new UnusableServer(server), server.options());
      } else {
        put(server, server.options());
      }
      return;
    }
    if (currentReason != null && !currentReason.equals(reason)) {
      remove(); // a disabled server keeps its first reason
    }
    if (!isInCatalog()) {
      // Lazy, so that it does not connect before it is disabled.
      put(new UnusableServer(server), server.options().toBuilder().start(StartPolicy.LAZY).build());
    }
    if (server.isDisabled()) {
      catalog.disable(name, reason);
    } else {
      // the problems of a file are logged with its lines
      CatalogInternals.of(catalog).disableUnlogged(name, reason);
    }
    disabledBy = reason;
    if (server.transport() != null) {
      put(server, server.options()); // so that the application can enable it
    }
  }

  /** Returns whether the server reconnects: only if its command or URL has changed. */
  private boolean put(ConfiguredServer server, ServerOptions options) {
    if (isInCatalog() && target != null && server.hasSameTarget(target)) {
      catalog.update(name, options);
      return false;
    }
    put(transport(server), options);
    target = server;
    return true;
  }

  private void put(Transport transport, ServerOptions options) {
    if (isInCatalog()) {
      catalog.replace(name, transport, options);
    } else {
      catalog.add(name, transport, options);
    }
    this.transport = transport;
    target = null;
  }

  void remove() {
    catalog.remove(name);
    transport = null;
    target = null;
    disabledBy = null;
  }

  private @Nullable String disabledBy() {
    for (ServerStatus status : catalog.servers()) {
      if (status.name().equals(name)) {
        return status.disabledBy();
      }
    }
    return null;
  }

  private static Transport transport(ConfiguredServer server) {
    return Objects.requireNonNull(server.transport());
  }

  /** Placeholder transport of an unusable server, so that the server is listed with the reason. */
  private static final class UnusableServer implements Transport {

    private final String address;
    private final String reason;

    UnusableServer(ConfiguredServer server) {
      this.address = server.file() + ":" + server.line();
      this.reason = server.unusableReason();
    }

    @Override
    public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
      throw new McpConnectException("not usable: " + reason);
    }

    @Override
    public String address() {
      return address;
    }
  }
}
