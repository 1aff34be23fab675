package io.mcpbridge.config;

import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What was found when a file was looked at.
 *
 * @param text what it holds; {@code null} if it is not there or is no text
 * @param document what that says, or what it said when it could be understood last; {@code null} if
 *     there is neither
 * @param problem why it cannot be understood, without what follows from that
 */
record LoadedFile(
    ConfigSource source,
    Path file,
    @Nullable String text,
    @Nullable ServersDocument document,
    @Nullable ConfigProblem problem) {

  /** The largest file that is read, in bytes. */
  static final long MAX_FILE_BYTES = 4L * 1024 * 1024;

  /** Looks at a file; whatever is wrong with it is in the result. */
  static LoadedFile of(ConfigSource source, Path file) {
    String text = null;
    String problem;
    try {
      text = read(file);
      return new LoadedFile(source, file, text, ServersDocument.of(source, file, text), null);
    } catch (NoSuchFileException e) {
      problem = null;
    } catch (CharacterCodingException e) {
      problem = "it is not in UTF-8; save it as that";
    } catch (IOException e) {
      problem = "it cannot be read (" + e.getClass().getSimpleName() + ")";
    } catch (JsonException e) {
      problem = String.valueOf(e.getMessage());
    }
    return problem == null
        ? absent(source, file)
        : new LoadedFile(
            source,
            file,
            text,
            null,
            new ConfigProblem(Severity.ERROR, source, file, 0, null, problem));
  }

  private static LoadedFile absent(ConfigSource source, Path file) {
    ConfigProblem problem =
        new ConfigProblem(Severity.WARNING, source, file, 0, null, "there is no such file");
    return new LoadedFile(source, file, null, null, problem);
  }

  private static String read(Path file) throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new JsonException("it is larger than " + MAX_FILE_BYTES + " bytes");
    }
    byte[] bytes = Files.readAllBytes(file);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /** What follows from a file that cannot be understood for the servers that are in use. */
  @Nullable ConfigProblem reported() {
    if (problem == null || isAbsent()) {
      return problem;
    }
    return new ConfigProblem(
        problem.severity(),
        source,
        file,
        problem.line(),
        null,
        problem.message()
            + (document == null || document.entries().isEmpty()
                ? "; none of its servers can be used until that is fixed"
                : "; the servers of its last good version stay in use until that is fixed: "
                    + String.join(", ", document.entries().keySet())));
  }

  /** Whether there is no such file, so that its servers are not wanted. */
  boolean isAbsent() {
    return problem != null && !problem.isError();
  }
}
