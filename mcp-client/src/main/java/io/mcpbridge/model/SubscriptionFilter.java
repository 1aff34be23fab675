package io.mcpbridge.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The change notifications to subscribe to, or those that a server has acknowledged.
 *
 * <pre>{@code
 * SubscriptionFilter.none().withToolsListChanged().withResources("file:///project/config.json")
 * }</pre>
 *
 * @param toolsListChanged whether to include changes of the tool list
 * @param promptsListChanged whether to include changes of the prompt list
 * @param resourcesListChanged whether to include changes of the lists of resources and resource
 *     templates
 * @param resourceSubscriptions the URIs of resources whose updates to include
 */
public record SubscriptionFilter(
    boolean toolsListChanged,
    boolean promptsListChanged,
    boolean resourcesListChanged,
    Set<String> resourceSubscriptions) {

  private static final SubscriptionFilter NONE =
      new SubscriptionFilter(false, false, false, Set.of());

  /** Copies the URIs, keeping their order. */
  public SubscriptionFilter {
    resourceSubscriptions = Collections.unmodifiableSet(new LinkedHashSet<>(resourceSubscriptions));
  }

  /** An empty filter. */
  public static SubscriptionFilter none() {
    return NONE;
  }

  /** The three lists, without individual resources. */
  public static SubscriptionFilter lists() {
    return new SubscriptionFilter(true, true, true, Set.of());
  }

  /** A copy that includes the tool list. */
  public SubscriptionFilter withToolsListChanged() {
    return new SubscriptionFilter(
        true, promptsListChanged, resourcesListChanged, resourceSubscriptions);
  }

  /** A copy that includes the prompt list. */
  public SubscriptionFilter withPromptsListChanged() {
    return new SubscriptionFilter(
        toolsListChanged, true, resourcesListChanged, resourceSubscriptions);
  }

  /** A copy that includes the lists of resources and resource templates. */
  public SubscriptionFilter withResourcesListChanged() {
    return new SubscriptionFilter(
        toolsListChanged, promptsListChanged, true, resourceSubscriptions);
  }

  /** A copy that includes updates of these resources and their parts. */
  public SubscriptionFilter withResources(String... uris) {
    Set<String> resources = new LinkedHashSet<>(resourceSubscriptions);
    resources.addAll(Arrays.asList(uris));
    return new SubscriptionFilter(
        toolsListChanged, promptsListChanged, resourcesListChanged, resources);
  }

  /** Whether the filter is empty. */
  public boolean isEmpty() {
    return equals(NONE);
  }
}
