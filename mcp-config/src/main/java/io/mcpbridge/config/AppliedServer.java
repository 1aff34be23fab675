package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.transport.Transport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server that configuration files have added to a catalog, and its applied state. */
final class AppliedServer {

  private final ToolCatalog catalog;
  private final String name;
  private @Nullable ConfiguredServer settings;
  private @Nullable Transport given;

  /** The configuration behind the current transport; {@code null} if that is unusable. */
  private @Nullable ConfiguredServer target;

  private @Nullable ServerOptions narrowed;
  private @Nullable String disabledBy;

  AppliedServer(ToolCatalog catalog, String name) {
    this.catalog = catalog;
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Whether the catalog still has this server: the application may have removed or replaced it. */
  boolean isThere() {
    return given != null && catalog.transport(name) == given;
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
  boolean apply(ConfiguredServer wanted) {
    ConfiguredServer before = settings;
    if (before != null && before.isUsable() && isThere() && isAwaited(wanted, before)) {
      narrow(before, wanted); // keeps the rest until the inputs are answered
      return false;
    }
    boolean same = before != null && isThere() && narrowed == null && wanted.isAppliedLike(before);
    boolean anew = false;
    if (!same) {
      settings = null;
      narrowed = null;
      if (wanted.isUsable()) {
        if (before != null && isThere() && !wanted.isReachedLike(before)) {
          catalog.forgetApprovals(name); // they were given for another server
        }
        anew = use(wanted);
      } else {
        listOnly(wanted);
      }
    }
    settings = wanted;
    return anew;
  }

  /**
   * Whether the file still describes the same server but waits for inputs to resolve its address.
   */
  private static boolean isAwaited(ConfiguredServer wanted, ConfiguredServer inUse) {
    return !wanted.pendingInputs().isEmpty() && wanted.isWrittenLike(inUse);
  }

  /** Applies the file's restrictions at once, without waiting for inputs. */
  private void narrow(ConfiguredServer before, ConfiguredServer wanted) {
    ServerOptions options = wanted.narrowing(before);
    put(before, options);
    narrowed = options;
  }

  /** Returns whether the server reconnects. */
  private boolean use(ConfiguredServer wanted) {
    boolean anew = put(wanted, wanted.options());
    if (disabledBy != null && disabledBy.equals(disabledBy())) {
      catalog.enable(name); // unless the application has disabled it meanwhile
      anew = true;
    }
    disabledBy = null;
    return anew;
  }

  /** Lists an unusable server as disabled, with the reason; it is never connected. */
  private void listOnly(ConfiguredServer wanted) {
    String reason = wanted.whyNotUsable();
    String by = isThere() ? disabledBy() : null;
    if (by != null && !by.equals(disabledBy)) {
      // The application disabled it; keep that.
      if (wanted.transport() == null) {
        put(new UnusableServer(wanted), wanted.options());
      } else {
        put(wanted, wanted.options());
      }
      return;
    }
    if (by != null && !by.equals(reason)) {
      remove(); // a disabled server keeps its first reason
    }
    if (!isThere()) {
      // Lazy, so that it does not connect before it is disabled.
      put(new UnusableServer(wanted), wanted.options().toBuilder().start(StartPolicy.LAZY).build());
    }
    if (wanted.isDisabled()) {
      catalog.disable(name, reason);
    } else {
      // the problems of a file are logged with its lines
      CatalogInternals.of(catalog).disableUnlogged(name, reason);
    }
    disabledBy = reason;
    if (wanted.transport() != null) {
      put(wanted, wanted.options()); // so that the application can enable it
    }
  }

  /** Returns whether the server reconnects: only if its command or URL has changed. */
  private boolean put(ConfiguredServer server, ServerOptions options) {
    if (isThere() && target != null && server.isReachedLike(target)) {
      catalog.update(name, options);
      return false;
    }
    put(transport(server), options);
    target = server;
    return true;
  }

  private void put(Transport transport, ServerOptions options) {
    if (isThere()) {
      catalog.replace(name, transport, options);
    } else {
      catalog.add(name, transport, options);
    }
    given = transport;
    target = null;
  }

  void remove() {
    catalog.remove(name);
    given = null;
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
}
