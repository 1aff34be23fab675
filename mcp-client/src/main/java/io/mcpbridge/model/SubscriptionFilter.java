package io.mcpbridge.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What to hear of when it changes, or what a server agreed to tell.
 *
 * <pre>{@code
 * SubscriptionFilter.none().withToolsListChanged().withResources("file:///project/config.json")
 * }</pre>
 *
 * @param toolsListChanged whether the list of tools
 * @param promptsListChanged whether the list of prompts
 * @param resourcesListChanged whether the lists of resources and resource templates
 * @param resourceSubscriptions which resources themselves, by URI
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

  /** Nothing, to begin with. */
  public static SubscriptionFilter none() {
    return NONE;
  }

  /** The three lists, no single resource. */
  public static SubscriptionFilter lists() {
    return new SubscriptionFilter(true, true, true, Set.of());
  }

  /** This and the list of tools. */
  public SubscriptionFilter withToolsListChanged() {
    return new SubscriptionFilter(
        true, promptsListChanged, resourcesListChanged, resourceSubscriptions);
  }

  /** This and the list of prompts. */
  public SubscriptionFilter withPromptsListChanged() {
    return new SubscriptionFilter(
        toolsListChanged, true, resourcesListChanged, resourceSubscriptions);
  }

  /** This and the lists of resources and resource templates. */
  public SubscriptionFilter withResourcesListChanged() {
    return new SubscriptionFilter(
        toolsListChanged, promptsListChanged, true, resourceSubscriptions);
  }

  /** This and these resources: their contents, and what is part of them. */
  public SubscriptionFilter withResources(String... uris) {
    Set<String> more = new LinkedHashSet<>(resourceSubscriptions);
    more.addAll(Arrays.asList(uris));
    return new SubscriptionFilter(toolsListChanged, promptsListChanged, resourcesListChanged, more);
  }

  /** Whether it is about nothing. */
  public boolean isEmpty() {
    return equals(NONE);
  }
}
