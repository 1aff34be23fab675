package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

  /** The lines delivered; a line beyond the limit as its length. */
  private static final class Lines implements LineSink {
    final List<String> lines = new ArrayList<>();
    private int longLine;

    @Override
    public void line(byte[] buffer, int offset, int length) {
      lines.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void pieceOfLongLine(byte[] buffer, int offset, int length) {
      longLine += length;
    }

    @Override
    public void endOfLongLine() {
      lines.add("<" + longLine + ">");
      longLine = 0;
    }
  }

  private static List<String> read(InputStream in, int maxLine) throws IOException {
    Lines lines = new Lines();
    new LineReader(in, maxLine, lines).readAll();
    return lines.lines;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns as few bytes per read as a pipe may. */
  private static InputStream dripping(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] buffer, int offset, int length) {
        return super.read(buffer, offset, Math.min(length, 1 + random.nextInt(3)));
      }
    };
  }

  @Test
  void splitsAtLineFeed() throws Exception {
    assertThat(read(stream("a\nb\r\n\nc"), 10)).containsExactly("a", "b\r", "", "c");
    assertThat(read(stream(""), 10)).isEmpty();
    assertThat(read(stream("\n"), 10)).containsExactly("");
  }

  @Test
  void resultDoesNotDependOnReadBoundaries() throws Exception {
    String text = "\u00e4\u4e2d\ud83d\ude00\n\nlonger than ten\nshort\n";

    for (int seed = 0; seed < 20; seed++) {
      assertThat(read(dripping(text, new Random(seed)), 10))
          .containsExactly("\u00e4\u4e2d\ud83d\ude00", "", "<15>", "short");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535, 65_536, 65_537, 131_072, 1_000_000})
  void readsLinesUpToLimit(int limit) throws Exception {
    String line = "x".repeat(limit);
    String text = line + "\n" + line + "y\n" + "\n" + line + "\n" + line + "y";

    assertThat(read(stream(text), limit))
        .containsExactly(line, "<" + (limit + 1) + ">", "", line, "<" + (limit + 1) + ">");
  }

  @Test
  void readsLinesAfterVeryLongLine() throws Exception {
    String first = "x".repeat(3_000_000);
    StringBuilder text = new StringBuilder(first);
    List<String> expected = new ArrayList<>(List.of(first));
    for (int i = 0; i < 20_000; i++) {
      text.append("\nline ").append(i);
      expected.add("line " + i);
    }

    assertThat(read(stream(text.toString()), 64 << 20)).isEqualTo(expected);
  }
}
