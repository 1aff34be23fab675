package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subset of a catalog's tools, such as for one of several agents; see {@link
 * ToolSet#view(ToolSelection)}. Other tools are neither listed nor callable through it. Recomputed
 * lazily from memory after a change of its tools; other changes in the catalog do not count.
 */
public final class ToolView implements ToolSet {

  private static final Logger log = LoggerFactory.getLogger(ToolView.class);

  private final ToolSet base;
  private final Function<CatalogTool, Visibility> choice;
  private final UnmatchedNames unmatched;
  private final AtomicReference<SelectedTools> selectedTools =
      new AtomicReference<>(SelectedTools.NOTHING);

  ToolView(ToolSet base, ToolSelection selection) {
    this(base, visibility(selection), new UnmatchedNames.Rules().add(selection));
  }

  ToolView(ToolSet base, Predicate<? super CatalogTool> accepted) {
    this(
        base,
        tool -> accepted.test(tool) ? Visibility.OFFERED : Visibility.EXCLUDED,
        new UnmatchedNames.Rules());
  }

  private ToolView(
      ToolSet base, Function<CatalogTool, Visibility> choice, UnmatchedNames.Rules rules) {
    this.base = base;
    this.choice = choice;
    this.unmatched = new UnmatchedNames(rules);
  }

  /** A view that does not warn of names that match no tool. */
  static ToolView withoutWarnings(ToolSet base, ToolSelection selection) {
    return new ToolView(base, visibility(selection), new UnmatchedNames.Rules());
  }

  private static Function<CatalogTool, Visibility> visibility(ToolSelection selection) {
    return tool -> selection.of(tool.server(), tool.listed());
  }

  /** The selected tools of a snapshot, and messages about failures of the selection. */
  private record SelectedTools(
      @Nullable CatalogSnapshot source, CatalogSnapshot snapshot, Set<String> failures) {

    static final SelectedTools NOTHING = new SelectedTools(null, CatalogSnapshot.EMPTY, Set.of());
  }

  @Override
  public CatalogSnapshot snapshot() {
    // In this order: the selection is never newer than the base and never replaced by an older
    // one.
    SelectedTools before = selectedTools();
    CatalogSnapshot now = base.snapshot();
    if (before.source == now) {
      return before.snapshot;
    }
    SelectedTools selected = choose(now, before);
    if (selectedTools.compareAndSet(before, selected)) {
      publishChange(selected, before);
      return selected.snapshot;
    }
    SelectedTools first = selectedTools();
    return first.source == now ? first.snapshot : selected.snapshot;
  }

  @Override
  public ToolOutput call(String modelName, String argumentsJson, CallOptions options) {
    CatalogSnapshot now = snapshot();
    return catalog()
        .calls()
        .call(now, () -> serversOf(now), modelName, null, argumentsJson, options);
  }

  @Override
  public CompletableFuture<ToolOutput> callAsync(
      String modelName,
      String argumentsJson,
      CallOptions options,
      ThreadContextProvider.ContextSnapshot context) {
    CatalogSnapshot now = snapshot();
    ToolCatalog catalog = catalog();
    return catalog
        .calls()
        .callAsync(
            now,
            () -> serversOf(now),
            modelName,
            null,
            argumentsJson,
            options,
            catalog.workers(),
            context);
  }

  /** The servers that the callers of a set may know of: those with tools in it, for a view. */
  static List<ServerStatus> serversOf(ToolSet set) {
    if (set instanceof ToolView view) {
      return view.serversOf(view.snapshot());
    }
    return set instanceof SearchTools searched ? searched.servers() : set.catalog().servers();
  }

  private List<ServerStatus> serversOf(CatalogSnapshot snapshot) {
    return catalog().servers().stream()
        .filter(server -> !snapshot.of(server.name()).isEmpty())
        .toList();
  }

  /** Whether the selection offers a tool that the catalog offers. */
  boolean offers(CatalogTool tool) {
    try {
      return choice.apply(tool) == Visibility.OFFERED
          && (!(base instanceof ToolView view) || view.offers(tool));
    } catch (RuntimeException | StackOverflowError e) { // the tool is left out
      return false;
    }
  }

  @Override
  public ToolCatalog catalog() {
    return base.catalog();
  }

  private SelectedTools choose(CatalogSnapshot now, SelectedTools before) {
    List<CatalogTool> tools = new ArrayList<>();
    Set<String> failures = new LinkedHashSet<>();
    for (CatalogTool tool : now.all()) {
      try {
        Visibility visibility = tool.visibility().narrower(choice.apply(tool));
        if (visibility != Visibility.EXCLUDED) {
          tools.add(tool.withVisibility(visibility));
        }
      } catch (RuntimeException | StackOverflowError e) {
        failures.add(
            "The tool \"%s\" of the MCP server \"%s\" is left out, because the view's filter failed: %s"
                .formatted(tool.name(), tool.server(), e));
      }
    }
    CatalogSnapshot selected = now.with(tools);
    return new SelectedTools(
        now, selected.isLike(before.snapshot) ? before.snapshot : selected, failures);
  }

  private void publishChange(SelectedTools selected, SelectedTools before) {
    selected.failures.stream().filter(words -> !before.failures.contains(words)).forEach(log::warn);
    unmatched.check(List.of(catalog()));
  }

  private SelectedTools selectedTools() {
    return Objects.requireNonNull(selectedTools.get());
  }
}
