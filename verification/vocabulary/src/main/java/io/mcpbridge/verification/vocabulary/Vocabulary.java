package io.mcpbridge.verification.vocabulary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Counts marker phrases per 1,000 words of comments, docs and string literals. */
public final class Vocabulary {

  private static final Set<String> SKIPPED =
      Set.of("target", "node_modules", ".git", "LICENSE", "marker-phrases.txt");

  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z'-]*");

  private final List<Pattern> phrases;
  private final Map<TextKind, Counts> counts = new EnumMap<>(TextKind.class);

  private Vocabulary(List<Pattern> phrases) {
    this.phrases = phrases;
  }

  /** Counts in a complete checkout. */
  public static Vocabulary of(Path root, Path phraseFile) throws IOException {
    Vocabulary vocabulary = new Vocabulary(phrases(Files.readAllLines(phraseFile)));
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(name(folder))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!SKIPPED.contains(name(file))) {
              vocabulary.add(name(file), file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return vocabulary;
  }

  static List<Pattern> phrases(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(line -> Pattern.compile("\\b(?:" + line + ")\\b", Pattern.CASE_INSENSITIVE))
        .toList();
  }

  private static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  private void add(String name, Path file) {
    try {
      if (name.endsWith(".java")) {
        JavaTexts.of(Files.readString(file), this::add);
      } else if (name.endsWith(".md")) {
        add(TextKind.DOCS, Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  void add(TextKind kind, String text) {
    String line = text.replaceAll("\\s*\\n\\s*\\*?\\s*", " ").replaceAll("\\s+", " ");
    counts(kind).add(line);
  }

  private Counts counts(TextKind kind) {
    return counts.computeIfAbsent(kind, first -> new Counts());
  }

  /** Marker phrases per 1,000 words. */
  public double rate(TextKind kind) {
    return counts(kind).rate();
  }

  /** One line per kind of text, then the most frequent phrases. */
  public String report() {
    StringBuilder report = new StringBuilder();
    counts.forEach(
        (kind, count) ->
            report.append(
                String.format(
                    Locale.ROOT,
                    "%-8s %7d words, %5d marker phrases, %.2f per 1,000 words%n",
                    kind.name().toLowerCase(Locale.ROOT),
                    count.words,
                    count.total(),
                    count.rate())));
    Map<String, Integer> all = new LinkedHashMap<>();
    counts.values().forEach(count -> count.found.forEach((k, v) -> all.merge(k, v, Integer::sum)));
    all.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(20)
        .forEach(
            entry -> report.append(String.format("  %5d %s%n", entry.getValue(), entry.getKey())));
    return report.toString();
  }

  private final class Counts {

    private int words;
    private final Map<String, Integer> found = new LinkedHashMap<>();

    void add(String text) {
      words += (int) WORD.matcher(text).results().count();
      for (Pattern phrase : phrases) {
        int n = (int) phrase.matcher(text).results().count();
        if (n > 0) {
          found.merge(phrase.pattern(), n, Integer::sum);
        }
      }
    }

    int total() {
      return found.values().stream().mapToInt(Integer::intValue).sum();
    }

    double rate() {
      return words == 0 ? 0 : 1000.0 * total() / words;
    }
  }

  /** Takes the root of a checkout; prints the rates. */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args.length == 0 ? "." : args[0]);
    Path phrases = root.resolve("verification/vocabulary/marker-phrases.txt");
    System.out.print(Vocabulary.of(root, phrases).report());
  }
}
