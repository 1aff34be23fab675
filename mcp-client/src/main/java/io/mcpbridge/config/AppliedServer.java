package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.transport.Transport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One server of a catalogue that a file has put there, as far as that has come. */
final class AppliedServer {

  private final ToolCatalog catalog;
  private final String name;
  private @Nullable ConfiguredServer settings;
  private @Nullable Transport given;

  /** What the transport that was given is of; {@code null} if that leads nowhere. */
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

  /** Whether it is still there: the application may have taken it out, or put its own there. */
  boolean isThere() {
    return given != null && catalog.transport(name) == given;
  }

  /** What of it is carried out; {@code null} if that is nothing yet. */
  @Nullable ConfiguredServer settings() {
    return settings;
  }

  /**
   * Makes it what the file says.
   *
   * @return whether it is connected anew by that
   * @throws RuntimeException if that went wrong; it is done the next time
   */
  boolean become(ConfiguredServer wanted) {
    ConfiguredServer before = settings;
    if (before != null && before.isUsable() && isThere() && isAwaited(wanted, before)) {
      narrow(before, wanted); // and otherwise stays what it is until all is known
      return false;
    }
    boolean same = before != null && isThere() && narrowed == null && wanted.isAppliedLike(before);
    boolean anew = false;
    if (!same) {
      settings = null;
      narrowed = null;
      if (wanted.isUsable()) {
        if (before != null && isThere() && !wanted.isReachedLike(before)) {
          catalog.forgetApprovals(name); // nobody has allowed them of what this may be by now
        }
        anew = use(wanted);
      } else {
        listOnly(wanted);
      }
    }
    settings = wanted;
    return anew;
  }

  /** Whether the file still means this one, and waits for an answer to say how it is reached. */
  private static boolean isAwaited(ConfiguredServer wanted, ConfiguredServer inUse) {
    return !wanted.awaitedInputs().isEmpty() && wanted.isWrittenLike(inUse);
  }

  /** What the file takes away counts at once: nobody has to be asked for that. */
  private void narrow(ConfiguredServer before, ConfiguredServer wanted) {
    ServerOptions options = wanted.narrowing(before);
    put(before, options);
    narrowed = options;
  }

  /** Whether it is connected anew by that. */
  private boolean use(ConfiguredServer wanted) {
    boolean anew = put(wanted, wanted.options());
    if (disabledBy != null && disabledBy.equals(disabledBy())) {
      catalog.enable(name); // not what somebody else has disabled meanwhile
      anew = true;
    }
    disabledBy = null;
    return anew;
  }

  /** A server that is not to be used is among the others with its reason, and never connected. */
  private void listOnly(ConfiguredServer wanted) {
    String reason = wanted.whyNotUsable();
    String by = isThere() ? disabledBy() : null;
    if (by != null && !by.equals(disabledBy)) {
      // Somebody else disabled it, and that stays.
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
      // Lazy, so that nothing is tried in the moment before it is disabled.
      put(new UnusableServer(wanted), wanted.options().toBuilder().start(StartPolicy.LAZY).build());
    }
    if (wanted.isDisabled()) {
      catalog.disable(name, reason);
    } else {
      catalog.disableUnlogged(name, reason); // the problems of a file are logged with its lines
    }
    disabledBy = reason;
    if (wanted.transport() != null) {
      put(wanted, wanted.options()); // for who enables it by hand
    }
  }

  /** Whether it is connected anew by that: only where it is another program or URL. */
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

  /** Takes it out. */
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
