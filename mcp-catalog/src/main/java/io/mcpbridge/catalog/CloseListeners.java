package io.mcpbridge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/** Weakly referenced listeners for the closing of a catalog. */
final class CloseListeners {

  private final Map<Consumer<? super ToolCatalog>, Boolean> listeners = new WeakHashMap<>();
  private boolean told;

  /** Adds a listener, or notifies it at once if the catalog is already closed. */
  void add(Consumer<? super ToolCatalog> listener, ToolCatalog catalog) {
    synchronized (this) {
      if (!told) {
        listeners.put(listener, true);
        return;
      }
    }
    listener.accept(catalog);
  }

  void notifyAll(ToolCatalog closed) {
    List<Consumer<? super ToolCatalog>> all;
    synchronized (this) {
      told = true;
      all = new ArrayList<>(listeners.keySet());
      listeners.clear();
    }
    all.forEach(listener -> listener.accept(closed));
  }
}
