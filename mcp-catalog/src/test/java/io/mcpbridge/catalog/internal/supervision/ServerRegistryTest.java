package io.mcpbridge.catalog.internal.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.state.ListingActivity;
import io.mcpbridge.catalog.internal.tools.InvisibleCharacterReports;
import io.mcpbridge.catalog.internal.tools.KnownDefinitions;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.client.ClientSettings;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.internal.revision.negotiation.RevisionCache;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.WireTrace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which server a call reaches during a replacement. */
class ServerRegistryTest {

  private final Scheduler schedule = new Scheduler("catalog");
  private static final ClientFactory CLIENTS =
      new ClientFactory(
          null,
          ClientSettings.DEFAULT_CLIENT_INFO,
          server -> InputHandlers.none(),
          (tool, argument) -> true,
          null,
          List.of(),
          List.of(),
          WireTrace.create(),
          new RevisionCache());

  private final CatalogContext context =
      new CatalogContext(
          schedule,
          CLIENTS,
          CatalogListeners.none(),
          new ListingActivity(schedule, () -> {}),
          history -> {},
          new KnownDefinitions(null, new InvisibleCharacterReports()),
          null,
          server -> {},
          ToolNames::modelName,
          false);
  private final ServerRegistry servers = new ServerRegistry(ServerNames.none());
  private final ServerChanges changes = new ServerChanges(servers, context);

  /** Called for the address at each step of the replacement; no connection is ever made. */
  private final AtomicReference<Runnable> onAddressRead = new AtomicReference<>(() -> {});

  private final Transport unreachable = unreachable();

  private Transport unreachable() {
    return new Transport() {
      @Override
      public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
        throw new McpConnectException("nowhere");
      }

      @Override
      public String address() {
        onAddressRead.get().run();
        return "nowhere";
      }
    };
  }

  @AfterEach
  void close() {
    changes.close();
    schedule.close();
  }

  @Test
  void acceptsCallsWhileServerIsReplaced() {
    changes.add("weather", unreachable, ServerOptions.defaults());
    List<Boolean> accepted = new CopyOnWriteArrayList<>();
    onAddressRead.set(
        () -> {
          accepted.add(servers.during("weather", server -> true, () -> false));
        });

    changes.replace("weather", unreachable(), ServerOptions.defaults());

    assertThat(accepted).isNotEmpty().doesNotContain(false);
  }

  @Test
  void usesReplacementInsteadOfReplacedServer() {
    changes.add("weather", unreachable, ServerOptions.defaults());
    ManagedServer first = servers.get("weather");
    changes.replace("weather", unreachable(), ServerOptions.defaults());

    assertThat(first.lifecycle().begin()).isFalse();
    assertThat(servers.during("weather", ManagedServer::client))
        .isSameAs(servers.get("weather").client());
  }

  @Test
  void rejectsCallsToDisabledServer() {
    changes.add("weather", unreachable, ServerOptions.defaults());
    ManagedServer first = servers.get("weather");
    changes.disable("weather", "the operator");

    assertThat(first.lifecycle().begin()).isFalse();
    assertThat(servers.get("weather").lifecycle().begin()).isFalse();
    assertThatThrownBy(() -> servers.during("weather", ManagedServer::client))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("disabled by the operator");
  }

  @Test
  void rejectsCallsAfterCatalogIsClosed() {
    changes.add("weather", unreachable, ServerOptions.defaults());
    changes.close();

    assertThat(servers.<Boolean>during("weather", server -> true, () -> false)).isFalse();
    assertThatThrownBy(() -> servers.during("weather", ManagedServer::client))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the catalog is closed");
  }
}
