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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a configuration file.
 *
 * @param text its content; {@code null} if it is missing or not text
 * @param document the parsed content, or the last one that could be parsed; {@code null} if there
 *     is neither
 * @param problem why it cannot be parsed, without the consequences
 */
record LoadedFile(
    ConfigSource source,
    Path file,
    @Nullable String text,
    @Nullable ServersDocument document,
    @Nullable ConfigProblem problem) {

  /** Maximum file size in bytes. */
  static final long MAX_FILE_BYTES = 4L * 1024 * 1024;

  /** Reads a file; failures are part of the result. */
  static LoadedFile of(ConfigSource source, Path file) {
    return of(source, file, null);
  }

  /**
   * Same, with the content in place of the file's.
   *
   * @param content {@code null} to read the file
   */
  static LoadedFile of(ConfigSource source, Path file, @Nullable String content) {
    String text = null;
    String problem;
    int line = 0;
    try {
      text = content == null ? read(file) : content;
      ServersDocument document = ServersDocument.of(source, file, text);
      String misspelled = document.misspelledRoot();
      if (misspelled == null) {
        return new LoadedFile(source, file, text, document, null);
      }
      problem = "`" + misspelled + "` has no effect (did you mean `mcpServers`?)";
      line = document.json().line(List.of(misspelled));
    } catch (NoSuchFileException e) {
      problem = null;
    } catch (CharacterCodingException e) {
      problem = "it is not UTF-8; save it as UTF-8";
    } catch (IOException e) {
      problem =
          Files.isDirectory(file)
              ? "it is a folder; name a file in it"
              : "it cannot be read (" + e.getClass().getSimpleName() + ")";
    } catch (JsonException e) {
      problem = String.valueOf(e.getMessage());
      line = e.line();
      JsonMistake mistake = line == 0 || text == null ? null : JsonMistake.of(text, line);
      if (mistake != null) {
        problem += ": " + mistake.message();
        line = mistake.line();
      }
    }
    return problem == null
        ? absent(source, file)
        : new LoadedFile(
            source,
            file,
            text,
            null,
            new ConfigProblem(Severity.ERROR, source, file, line, null, problem, null));
  }

  private static LoadedFile absent(ConfigSource source, Path file) {
    ConfigProblem problem =
        new ConfigProblem(Severity.WARNING, source, file, 0, null, "there is no such file", null);
    return new LoadedFile(source, file, null, null, problem);
  }

  private static String read(Path file) throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new JsonException("it is larger than " + MAX_FILE_BYTES + " bytes");
    }
    byte[] bytes = Files.readAllBytes(file);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /** The problem with its consequences for the servers in use. */
  @Nullable ConfigProblem problemWithConsequences() {
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
                    + String.join(", ", document.entries().keySet())),
        null);
  }

  /** Whether the file does not exist, which removes its servers. */
  boolean isAbsent() {
    return problem != null && !problem.isError();
  }
}
