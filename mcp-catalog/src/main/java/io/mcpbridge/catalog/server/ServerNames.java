package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of all servers whose tools were offered to models, including servers since disabled or
 * removed. A tool name with such a prefix, exact or mangled, belongs to that server only: otherwise
 * a server could intercept the calls of another, absent server by the names of its own tools.
 *
 * <p>Each {@link io.mcpbridge.catalog.ToolCatalog} has its own instance. Catalogs whose tools are
 * offered to the same model, such as per-user catalogs, should share one: {@link
 * io.mcpbridge.catalog.ToolCatalogBuilder#serverNames}. Thread-safe.
 */
public final class ServerNames {

  /** Far more than an application has; beyond it, mangled names are no longer resolved. */
  public static final int MAX_NAMES = 10_000;

  private static final Logger log = LoggerFactory.getLogger(ServerNames.class);

  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
  private static final Pattern LEADING = Pattern.compile("^[^\\p{L}\\p{M}\\p{N}]+");

  private final Map<String, KnownServer> knownServers = new ConcurrentHashMap<>();
  private final AtomicBoolean incomplete = new AtomicBoolean();
  private volatile boolean exactOnly;

  private ServerNames() {}

  /** Creates an instance without servers. */
  public static ServerNames none() {
    return new ServerNames();
  }

  /** Creates an instance with servers that no catalog has yet, such as per-user servers. */
  public static ServerNames of(String... servers) {
    return of(Arrays.asList(servers));
  }

  /** As {@link #of(String...)}, for a collection, which is copied. */
  public static ServerNames of(Collection<String> servers) {
    ServerNames names = new ServerNames();
    servers.forEach(names::add);
    return names;
  }

  public void add(String server) {
    if (knownServers.containsKey(server)) {
      return;
    }
    if (knownServers.size() < MAX_NAMES) {
      knownServers.put(server, new KnownServer(server));
    } else if (incomplete.compareAndSet(false, true)) {
      log.warn(
          "More than {} names of MCP servers were in use: from now on only exact tool names"
              + " are accepted, because an approximate one could refer to a tool of a forgotten"
              + " server",
          MAX_NAMES);
    }
  }

  /** The names, in no particular order. */
  public Set<String> names() {
    return Set.copyOf(knownServers.keySet());
  }

  /** From now on, models call tools by their exact names only. */
  public void acceptExactOnly() {
    exactOnly = true;
  }

  /** Whether a name may refer to a tool that has a similar one. */
  private boolean acceptsSimilar() {
    return !exactOnly && !incomplete.get();
  }

  /**
   * The other server whose prefix the name of a tool begins with; {@code null} if there is none.
   */
  public @Nullable String otherOwner(CatalogTool tool) {
    String name = tool.modelName();
    return !name.contains(ToolNameFormat.SEPARATOR) || ToolNameFormat.hasPrefix(name, tool.server())
        ? null
        : knownServers.keySet().stream()
            .filter(server -> ToolNameFormat.hasPrefix(name, server))
            .findFirst()
            .orElse(null);
  }

  /**
   * Whether a mangled name may refer to a tool of that server.
   *
   * @param names all known names
   */
  static boolean mayMean(List<ServerNames> names, String written, String server) {
    if (!names.stream().allMatch(ServerNames::acceptsSimilar)) {
      return false;
    }
    Set<String> owners = owners(names, written);
    return owners.isEmpty() || owners.equals(Set.of(server));
  }

  /**
   * The servers that the beginning of a name may refer to. If it spells out {@code server__}, only
   * that server.
   *
   * @return empty if it refers to none
   */
  public static Set<String> owners(List<ServerNames> names, String written) {
    String text = alike(written);
    List<KnownServer> all =
        names.stream().flatMap(serverNames -> serverNames.knownServers.values().stream()).toList();
    Set<String> owners = new LinkedHashSet<>();
    int first = Integer.MAX_VALUE;
    for (KnownServer knownServer : all) {
      int place = knownServer.spelledOutAt(text);
      if (place <= first && place < text.length()) {
        if (place < first) {
          owners.clear();
        }
        first = place;
        owners.add(knownServer.server());
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

  private static Set<String> beginning(List<KnownServer> all, List<String> forms) {
    return all.stream()
        .filter(knownServer -> knownServer.begins(forms))
        .map(KnownServer::server)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The form without the prefixes that others add, once or repeatedly. */
  private static List<String> withoutPrefixes(String form) {
    List<String> forms = new ArrayList<>();
    String rest = form;
    int length;
    do {
      length = rest.length();
      for (String prefix : ToolNameResolver.FOREIGN_PREFIXES) {
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
   * A server, by its key and by the prefix of its tool names.
   *
   * @param spelledOut the same, followed by the two underscores
   */
  private record KnownServer(String server, List<String> spelledOut, List<String> forms) {

    KnownServer(String server) {
      this(
          server,
          beginnings(server).map(name -> name + ToolNameFormat.SEPARATOR).toList(),
          beginnings(server).map(ServerNames::form).toList());
    }

    private static Stream<String> beginnings(String server) {
      return Stream.of(server, ToolNameFormat.prefix(server))
          .map(ServerNames::alike)
          .filter(name -> !name.isEmpty())
          .distinct();
    }

    /**
     * The position where the text spells out the server as a word; otherwise beyond the end of the
     * text.
     */
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
