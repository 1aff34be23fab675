package io.mcpbridge.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Writes {@code target/contract-table.md} for the documentation after all tests: which promises
 * hold for which revision and transport. A promise that failed anywhere is omitted, so the table
 * shows only what this run verified. Tests may run in several processes; the files of this run
 * combine their outcomes ({@link SeenOutcomes}).
 */
final class ContractTable implements BeforeAllCallback, TestWatcher {

  private static final Path FILE = Path.of("target", "contract-table.md");
  private static final Pattern PLACE =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2}), (?:type ?= ?)?([A-Z_]+)");
  private static final ExtensionContext.Namespace ALL =
      ExtensionContext.Namespace.create(ContractTable.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    outcomes(context);
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    note(context, true);
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    note(context, false);
  }

  private static void note(ExtensionContext context, boolean isKept) {
    Matcher place = PLACE.matcher(context.getDisplayName());
    Optional<String> promise = context.getTestMethod().map(method -> sentence(method.getName()));
    if (place.find() && promise.isPresent()) {
      outcomes(context).note(promise.get(), place.group(1), place.group(2), isKept);
    }
  }

  private static Outcomes outcomes(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ALL)
        .getOrComputeIfAbsent(Outcomes.class, key -> new Outcomes(), Outcomes.class);
  }

  private static String sentence(String methodName) {
    return methodName.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** The outcomes of this process, by promise. Closed after the last test. */
  private static final class Outcomes implements AutoCloseable {

    private final List<SeenOutcomes.Outcome> seen = new CopyOnWriteArrayList<>();

    void note(String promise, String revision, String type, boolean isKept) {
      seen.add(new SeenOutcomes.Outcome(promise, revision, type, isKept));
    }

    @Override
    public void close() throws IOException {
      if (!seen.isEmpty()) {
        SeenOutcomes.ofThisRun().add(seen, all -> Files.writeString(FILE, table(all)));
      }
    }

    private static String table(List<SeenOutcomes.Outcome> all) {
      Map<String, Set<String>> keptPromises = new TreeMap<>();
      all.stream()
          .filter(SeenOutcomes.Outcome::isKept)
          .forEach(
              outcome ->
                  keptPromises
                      .computeIfAbsent(outcome.promise(), key -> new TreeSet<>())
                      .add(outcome.revision() + " " + outcome.type()));
      all.stream()
          .filter(outcome -> !outcome.isKept())
          .forEach(outcome -> keptPromises.remove(outcome.promise()));
      Map<String, Map<String, Long>> promises = new TreeMap<>();
      keptPromises
          .values()
          .forEach(
              places ->
                  places.forEach(
                      place ->
                          promises
                              .computeIfAbsent(type(place), type -> new TreeMap<>())
                              .merge(revision(place), 1L, Long::sum)));
      Set<String> revisions =
          promises.values().stream()
              .flatMap(row -> row.keySet().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      StringBuilder text = new StringBuilder("| |");
      revisions.forEach(revision -> text.append(' ').append(revision).append(" |"));
      text.append("\n|---|").append("---|".repeat(revisions.size())).append('\n');
      promises.forEach(
          (type, row) -> {
            text.append("| ").append(type).append(" |");
            revisions.forEach(
                revision ->
                    text.append(' ')
                        .append(row.containsKey(revision) ? row.get(revision) : "-")
                        .append(" |"));
            text.append('\n');
          });
      text.append('\n');
      int everywhere = keptPromises.values().stream().mapToInt(Set::size).max().orElse(0);
      keptPromises.forEach(
          (promise, places) ->
              text.append("- ")
                  .append(promise)
                  .append(places.size() == everywhere ? "" : " (where it applies)")
                  .append('\n'));
      return text.toString();
    }

    private static String revision(String place) {
      return place.substring(0, place.indexOf(' '));
    }

    private static String type(String place) {
      return TransportType.valueOf(place.substring(place.indexOf(' ') + 1)).title();
    }
  }
}
