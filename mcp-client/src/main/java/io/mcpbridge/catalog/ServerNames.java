package io.mcpbridge.catalog;

import io.mcpbridge.internal.text.InvisibleCharacters;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of the servers whose tools models have been offered, of those that were disabled or
 * removed since as well. A tool name that begins with one of them, as it is or as models mangle it,
 * means a tool of that server and of no other: otherwise a server could catch the calls of another
 * one that is gone, by the names that it gives its tools.
 *
 * <p>Each {@link ToolCatalog} has its own. Catalogs whose tools one model is offered together, such
 * as those of users, should share one: {@link ToolCatalogBuilder#serverNames}. Thread-safe.
 */
public final class ServerNames {

  /** More than an application has; beyond that no name is guessed any more. */
  static final int MOST = 10_000;

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
  private static final Pattern LEADING = Pattern.compile("^[^\\p{L}\\p{M}\\p{N}]+");

  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final AtomicBoolean incomplete = new AtomicBoolean();

  private ServerNames() {}

  /** Knows no server yet. */
  public static ServerNames none() {
    return new ServerNames();
  }

  /** Knows servers that no catalog has yet, such as those of which each user has their own. */
  public static ServerNames of(String... servers) {
    return of(Arrays.asList(servers));
  }

  /** The same for a collection, which is copied. */
  public static ServerNames of(Collection<String> servers) {
    ServerNames names = new ServerNames();
    servers.forEach(names::add);
    return names;
  }

  void add(String server) {
    if (known.containsKey(server)) {
      return;
    }
    if (known.size() < MOST) {
      known.put(server, new Known(server));
    } else if (incomplete.compareAndSet(false, true)) {
      log.warn(
          "More than {} names of MCP servers were in use: from now on tools are called by their"
              + " exact names only, since a mangled one could mean a tool of a forgotten server",
          MOST);
    }
  }

  /** Whether all that were ever added are known. */
  boolean areComplete() {
    return !incomplete.get();
  }

  /**
   * Whether a tool of that server can be meant by a name that is not its own.
   *
   * @param names what is known, all of it
   */
  static boolean mayMean(List<ServerNames> names, String written, String server) {
    if (!names.stream().allMatch(ServerNames::areComplete)) {
      return false;
    }
    Set<String> owners = owners(names, written);
    return owners.isEmpty() || owners.equals(Set.of(server));
  }

  /**
   * The servers to which a name belongs by its beginning. If that spells out {@code server__}, that
   * one; otherwise all that can be meant.
   *
   * @return empty if it belongs to none
   */
  static Set<String> owners(List<ServerNames> names, String written) {
    String text = alike(written);
    List<Known> all = names.stream().flatMap(some -> some.known.values().stream()).toList();
    Set<String> owners = new LinkedHashSet<>();
    int first = Integer.MAX_VALUE;
    for (Known one : all) {
      int place = one.spelledOutAt(text);
      if (place <= first && place < text.length()) {
        if (place < first) {
          owners.clear();
        }
        first = place;
        owners.add(one.server());
      }
    }
    if (first == 0) {
      return owners;
    }
    Set<String> beginning = beginning(all, List.of(form(text)));
    if (beginning.isEmpty()) {
      owners.addAll(beginning(all, withoutPrefixes(form(text))));
      return owners;
    }
    return beginning;
  }

  private static Set<String> beginning(List<Known> all, List<String> forms) {
    return all.stream()
        .filter(one -> one.begins(forms))
        .map(Known::server)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The same without what others put before it, once or several times. */
  private static List<String> withoutPrefixes(String form) {
    List<String> forms = new ArrayList<>();
    String rest = form;
    int length;
    do {
      length = rest.length();
      for (String prefix : WrittenNames.FOREIGN_PREFIXES) {
        if (rest.startsWith(prefix)) {
          rest = rest.substring(prefix.length());
          forms.add(rest);
        }
      }
    } while (rest.length() < length);
    return forms;
  }

  private static String alike(String text) {
    StringBuilder visible = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFKC)
        .codePoints()
        .filter(codePoint -> !InvisibleCharacters.isInvisible(codePoint))
        .forEach(visible::appendCodePoint);
    return LEADING.matcher(visible).replaceFirst("").toLowerCase(Locale.ROOT).replace('-', '_');
  }

  private static String form(String alike) {
    return SEPARATORS.matcher(alike).replaceAll("_");
  }

  /**
   * A server, by its key and by what the names of its tools begin with.
   *
   * @param spelledOut the same, and the two underscores that follow
   */
  private record Known(String server, List<String> spelledOut, List<String> forms) {

    Known(String server) {
      this(
          server,
          beginnings(server).map(name -> name + "__").toList(),
          beginnings(server).map(ServerNames::form).toList());
    }

    private static Stream<String> beginnings(String server) {
      return Stream.of(server, ToolNames.prefix(server))
          .map(ServerNames::alike)
          .filter(name -> !name.isEmpty())
          .distinct();
    }

    /** Where the text spells the server out, as a word; otherwise beyond its end. */
    int spelledOutAt(String text) {
      int first = Integer.MAX_VALUE;
      for (String name : spelledOut) {
        int place = text.indexOf(name);
        while (place > 0 && Character.isLetterOrDigit(text.charAt(place - 1))) {
          place = text.indexOf(name, place + 1);
        }
        if (place >= 0) {
          first = Math.min(first, place);
        }
      }
      return first;
    }

    boolean begins(List<String> names) {
      return names.stream()
          .anyMatch(
              name ->
                  forms.stream()
                      .anyMatch(form -> name.equals(form) || name.startsWith(form + "_")));
    }
  }
}
