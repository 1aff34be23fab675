package io.mcpbridge.approval;

import io.mcpbridge.internal.text.InvisibleCharacters;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An absolute path of a folder, and whether other paths lead to it or below it. A path is only text
 * here: how the server reads it is unknown. So a path is below a folder if it is in every reading,
 * with its percent-encoding decoded or not and with backslashes as separators or not. It is
 * undecided if only some readings are below, if only upper and lower case differ, and if the path
 * is relative. Symbolic links cannot be seen.
 */
final class FolderPath {

  /** More rounds of percent-encoding have no legitimate use. */
  private static final int MAX_DECODINGS = 4;

  private static final Pattern FILE_URI =
      Pattern.compile("file:(?://(?:localhost)?(?=/)|(?=/(?!/)))", Pattern.CASE_INSENSITIVE);
  private static final Pattern SCHEME =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);
  private static final Pattern DRIVE = Pattern.compile("/?[A-Za-z]:[/\\\\].*", Pattern.DOTALL);
  private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");
  private static final Pattern ENCODED_RUN = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");

  /** What a decoder makes of bytes that are not UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private final List<String> folder;

  /** Whether it is a path of Windows, with a drive. */
  private final boolean hasDrive;

  /**
   * @throws IllegalArgumentException if the path is not absolute
   */
  FolderPath(String folder) {
    this.hasDrive = isDrive(folder);
    List<String> segments = segments(folder, hasDrive);
    if (segments == null || folder.indexOf('*') >= 0 || folder.contains("..")) {
      throw new IllegalArgumentException(
          "\""
              + folder
              + "\" is not an absolute path of a folder, such as /data; it has neither wildcards nor ..");
    }
    this.folder = segments;
  }

  /** Whether the path leads to the folder or below it. */
  Match contains(String path) {
    Set<String> readings = readings(path);
    if (readings == null || readings.stream().anyMatch(this::isAmbiguous)) {
      return Match.UNKNOWN;
    }
    List<Match> matches = new ArrayList<>();
    for (String reading : readings) {
      if (!isDrive(reading)) {
        matches.add(isBelow(segments(reading, false)));
      }
      if (reading.indexOf('\\') >= 0 || isDrive(reading)) {
        matches.add(isBelow(segments(reading, true)));
      }
    }
    Match first = matches.get(0);
    return matches.stream().allMatch(match -> match == first) ? first : Match.UNKNOWN;
  }

  /** Whether systems differ in what they make of it. */
  private boolean isAmbiguous(String reading) {
    String path = withoutScheme(reading);
    return path.startsWith("//?/")
        || path.startsWith("//./")
        || isDrive(path) != hasDrive
        || hasDrive && path.startsWith("//")
        || path.indexOf(REPLACEMENT) >= 0
        || path.contains("%u") // decoded by some
        || path.codePoints().anyMatch(InvisibleCharacters::isInvisible);
  }

  private Match isBelow(@Nullable List<String> path) {
    if (path == null) {
      return Match.UNKNOWN;
    }
    if (startsWith(path, folder)) {
      return Match.YES;
    }
    return startsWith(folded(path), folded(folder)) ? Match.UNKNOWN : Match.NO;
  }

  private static boolean startsWith(List<String> path, List<String> folder) {
    return path.size() >= folder.size() && path.subList(0, folder.size()).equals(folder);
  }

  /** As file systems compare names that ignore case, or trailing dots and spaces. */
  private static List<String> folded(List<String> segments) {
    return segments.stream()
        .map(FolderPath::withoutTrailingDots)
        .map(segment -> Normalizer.normalize(segment, Normalizer.Form.NFKC))
        .map(segment -> segment.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
        .toList();
  }

  private static String withoutTrailingDots(String segment) {
    int end = segment.length();
    while (end > 0 && (segment.charAt(end - 1) == '.' || segment.charAt(end - 1) == ' ')) {
      end--;
    }
    return segment.substring(0, end);
  }

  /** The path as it is written, decoded, and with look-alikes of its characters replaced. */
  private static @Nullable Set<String> readings(String path) {
    Set<String> readings = new LinkedHashSet<>();
    String reading = path;
    for (int i = 0; readings.add(reading); i++) {
      if (i == MAX_DECODINGS) {
        return null;
      }
      readings.add(Normalizer.normalize(reading, Normalizer.Form.NFKC));
      reading = decoded(Normalizer.normalize(reading, Normalizer.Form.NFKC));
    }
    return readings;
  }

  private static String decoded(String path) {
    return ENCODED_RUN
        .matcher(path)
        .replaceAll(
            run ->
                Matcher.quoteReplacement(URLDecoder.decode(run.group(), StandardCharsets.UTF_8)));
  }

  private static boolean isDrive(String path) {
    return DRIVE.matcher(withoutScheme(path)).matches();
  }

  private static String withoutScheme(String path) {
    Matcher uri = FILE_URI.matcher(path);
    return uri.lookingAt() ? path.substring(uri.end()) : path;
  }

  /**
   * The names on the way from the root, without {@code .} and {@code ..}.
   *
   * @return {@code null} if the path is relative, or cannot be read
   */
  private static @Nullable List<String> segments(String text, boolean isBackslashSeparator) {
    String path = withoutScheme(text);
    if (SCHEME.matcher(path).matches() || path.chars().anyMatch(Character::isISOControl)) {
      return null;
    }
    if (isBackslashSeparator) {
      path = path.replace('\\', '/');
    }
    if (isDrive(path)) {
      path = path.startsWith("/") ? path : "/" + path;
    }
    if (!path.startsWith("/")) {
      return null;
    }
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/")) {
      if (segment.equals("..")) {
        if (!segments.isEmpty()) {
          segments.remove(segments.size() - 1);
        }
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        if (DOTS_AND_SPACES.matcher(segment).matches()) {
          return null; // a name on some systems, the folder above on others
        }
        segments.add(segment);
      }
    }
    return List.copyOf(segments);
  }
}
