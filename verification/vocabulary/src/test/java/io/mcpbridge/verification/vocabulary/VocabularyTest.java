package io.mcpbridge.verification.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VocabularyTest {

  private static final Path ROOT = Path.of("../..");
  private static final Path PHRASES = Path.of("marker-phrases.txt");

  /** Marker phrases per 1,000 words. */
  private static final double LIMIT = 0.5;

  private static Vocabulary project;

  @BeforeAll
  static void count() throws IOException {
    project = Vocabulary.of(ROOT, PHRASES);
  }

  @ParameterizedTest
  @EnumSource
  void markerPhraseRateIsWithinLimit(TextKind kind) {
    assertThat(project.rate(kind)).as(project.report()).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void countsPhrasesByTextKind(@TempDir Path checkout) throws IOException {
    Files.writeString(
        checkout.resolve("A.java"),
        """
        /** Whoever asks
         * is told. */
        class A { String s = "nobody /* is told */ here"; char c = '"'; } // somebody
        """);
    Files.writeString(checkout.resolve("a.md"), "Calls are under\nway. `'Nobody'` answers them.\n");

    Vocabulary vocabulary = Vocabulary.of(checkout, PHRASES);

    assertThat(vocabulary.rate(TextKind.COMMENTS)).isEqualTo(1000.0 * 3 / 5);
    assertThat(vocabulary.rate(TextKind.STRINGS)).isEqualTo(1000.0 * 2 / 4);
    assertThat(vocabulary.rate(TextKind.DOCS)).isEqualTo(1000.0 * 2 / 7);
  }
}
