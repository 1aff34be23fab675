package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.selection.ToolSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tools to offer to a model: all of a {@link ToolCatalog}, or those in a {@link ToolView} of one.
 * Thread-safe.
 */
public sealed interface ToolSet permits ToolCatalog, ToolView {

  /** The tools as they are known now: no I/O, no lock, the same object until something changes. */
  CatalogSnapshot snapshot();

  /**
   * Calls a tool on behalf of a model. Whatever goes wrong comes back as a short sentence for the
   * model, with the exception beside it; a tool that is not in this set is answered as unknown.
   * Blocks the calling thread.
   *
   * @param modelName the name that the model used; one that it mangled is understood where only one
   *     tool can be meant
   * @param argumentsJson what the model wrote as arguments; empty counts as {@code {}}, and what
   *     does not fit the tool's schema is mended or refused ({@link
   *     ServerOptions#argumentPolicy()})
   */
  ToolOutput call(String modelName, @Nullable String argumentsJson, CallOptions options);

  /**
   * As {@link #call}, without blocking the calling thread or another one while the server works on
   * the call, a person decides on it, or it waits for a permit, {@code Retry-After} or a retry. Two
   * cases keep one thread per call, a virtual one from Java 21 on: Streamable HTTP, and a catalogue
   * with interceptors or {@link ServerOptions#resourceTools() resource tools}.
   *
   * <p>The application's code in the call, such as suppliers of credentials, runs on the
   * catalogue's threads. Cancelling the future cancels the request at the server.
   *
   * @param context present on those threads; {@link CallerContext#NOTHING} for nothing
   * @return completed as {@link #call} returns
   */
  CompletableFuture<ToolOutput> callAsync(
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      CallerContext.Captured context);

  /**
   * What to tell a model that called a tool which it cannot call: what is the matter with the
   * server, or the names that are nearest. Calls nothing.
   *
   * @param modelName the name that the model used
   */
  String unknownTool(String modelName);

  /**
   * The same where tools of several sets are offered, or others besides: names of tools are told
   * only where they are all that there are.
   *
   * @param among the sets
   * @param others whether there are tools of another kind, too
   */
  static String unknownTool(String modelName, List<? extends ToolSet> among, boolean others) {
    boolean none = !others && among.stream().allMatch(set -> set.snapshot().tools().isEmpty());
    if (!others && !among.isEmpty() && (none || among.size() == 1)) {
      return among.get(0).unknownTool(modelName);
    }
    List<ServerStatus> servers = among.stream().flatMap(set -> known(set).stream()).toList();
    String away = UnknownTool.serverIsAway(modelName, serverNames(among), servers);
    if (away != null) {
      return away;
    }
    return none ? UnknownTool.NOR_OTHERS : UnknownTool.AMONG_OTHERS;
  }

  private static List<ServerStatus> known(ToolSet set) {
    return set instanceof ToolView view ? view.servers() : set.catalog().servers();
  }

  /**
   * The tool that a model means by a name, as it is or mangled, where tools of several sets are
   * offered together: the only one, of a server that the name can belong to.
   *
   * @return {@code null} if there is none, or several
   */
  static @Nullable Meant meant(String written, List<? extends ToolSet> among) {
    List<ServerNames> known = serverNames(among);
    List<Meant> meant = new ArrayList<>();
    for (ToolSet set : among) {
      CatalogTool tool = set.snapshot().meant(written, known);
      if (tool != null) {
        meant.add(new Meant(set, tool));
      }
    }
    return meant.size() == 1 ? meant.get(0) : null;
  }

  /**
   * A tool of one of several sets.
   *
   * @param tools where it is to be called
   */
  record Meant(ToolSet tools, CatalogTool tool) {}

  private static List<ServerNames> serverNames(List<? extends ToolSet> among) {
    return among.stream().map(set -> set.snapshot().serverNames()).distinct().toList();
  }

  /** The catalogue that they are of: the state of the servers, and their clients. */
  ToolCatalog catalog();

  /**
   * Fewer of these tools, for one of several agents. Patterns for servers choose among servers.
   *
   * <pre>{@code
   * ToolView reviewer =
   *     catalog.view(
   *         ToolSelection.builder()
   *             .include(ToolPattern.any().ofServers("github").readOnly())
   *             .build());
   * }</pre>
   *
   * <p>It needs no closing, and keeps up with the catalogue.
   */
  default ToolView view(ToolSelection selection) {
    return new ToolView(this, selection);
  }

  /**
   * The tools that a condition accepts. It is asked once per tool whenever the tools have changed,
   * on the thread of whoever asks for them next, so it should be quick; a tool for which it throws
   * is left out, with a word in the log.
   */
  default ToolView view(Predicate<? super CatalogTool> accepted) {
    return new ToolView(this, accepted);
  }
}
