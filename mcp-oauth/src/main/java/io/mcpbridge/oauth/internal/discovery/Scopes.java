package io.mcpbridge.oauth.internal.discovery;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A set of scope values (RFC 6749, section 3.3), in insertion order.
 *
 * @param values without spaces
 */
public record Scopes(Set<String> values) {

  public static final Scopes NONE = new Scopes(Set.of());

  public Scopes {
    values = Collections.unmodifiableSet(new LinkedHashSet<>(values));
  }

  public static Scopes of(Collection<String> values) {
    Set<String> valid = new LinkedHashSet<>(values);
    valid.removeIf(value -> value.isBlank() || value.indexOf(' ') >= 0);
    return new Scopes(valid);
  }

  public static Scopes parse(String text) {
    return of(List.of(text.trim().split("\\s+")));
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public boolean containsAll(Scopes scopes) {
    return values.containsAll(scopes.values);
  }

  public Scopes and(Scopes other) {
    Set<String> union = new LinkedHashSet<>(values);
    union.addAll(other.values);
    return new Scopes(union);
  }

  /** As it is sent: separated by spaces. */
  @Override
  public String toString() {
    return String.join(" ", values);
  }
}
