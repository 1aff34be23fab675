package io.mcpbridge.internal.stdio.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arguments of a batch file, by the documented rules of those who parse them on Windows: {@code
 * cmd.exe} for the command line ({@code cmd /?}), {@code cmd.exe} again for the line {@code program
 * %*} in the batch file, and {@code CommandLineToArgvW} in the program. Nothing here runs on
 * Windows.
 */
class WindowsQuotingTest {

  private static final Map<String, String> VARIABLES = Map.of("PATH", "expanded", "A", "expanded");

  private static final Pattern VARIABLE = Pattern.compile("%([^%]+)%");

  private static final String ALPHABET = "ab \t\"\\%^&|<>()!;,=*?`'[]@PATHäß";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "two words",
        "C:\\folder\\",
        "C:\\two words\\",
        "it's",
        "\"quoted\"",
        "a\\\\\"b",
        "\\\"",
        "a & b",
        "a|b",
        "<in >out",
        "^caret^",
        "100%",
        "%PATH%",
        "%A%%A%",
        "!x!",
        "(a)",
        "--filter=a;b,c",
        "*?",
        "@file",
        "{\"a\": \"b c\"}",
        "ä 中"
      })
  void argumentReachesTheProgramUnchanged(String argument) throws Exception {
    assertThat(received("-y", argument, "last")).containsExactly("-y", argument, "last");
  }

  @Test
  void anyArgumentReachesTheProgramUnchangedOrIsRefused() throws Exception {
    Random random = new Random(20260728);
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      String argument =
          random
              .ints(random.nextInt(12), 0, ALPHABET.length())
              .mapToObj(at -> ALPHABET.substring(at, at + 1))
              .reduce("", String::concat);
      try {
        assertThat(received(argument, "last")).containsExactly(argument, "last");
      } catch (CommandException e) {
        assertThat(argument).contains("\"").containsPattern("[&|<>^%]");
        refused++;
      }
    }
    assertThat(refused).isBetween(100, 4_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb", "\" & calc", "\"%PATH%\"", "\"^"})
  void argumentThatCannotBeProtectedIsRefused(String argument) {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> received(argument))
        .withMessageContaining("cannot safely be given to the batch file");
  }

  /** The arguments of the program that a batch file such as {@code npx.cmd} starts. */
  private static List<String> received(String... arguments) throws CommandException {
    List<String> line =
        BatchFile.commandLine("cmd.exe", "C:\\Program Files\\npx.cmd", List.of(arguments));
    assertThat(line).startsWith("cmd.exe", "/d", "/s", "/c").hasSize(5);
    String quoted = line.get(4);
    assertThat(quoted).startsWith("\"").endsWith("\"");
    // cmd /s removes the first and the last quote
    String call = parsed(expanded(quoted.substring(1, quoted.length() - 1)));
    String file = "\"C:\\Program Files\\npx.cmd\"";
    assertThat(call).startsWith(file);
    // in the batch file, %* is not expanded again
    return split(parsed(call.substring(file.length())));
  }

  /** Variables of a line that was not read from a file: what is not defined remains. */
  private static String expanded(String line) {
    return VARIABLE
        .matcher(line)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(VARIABLES.getOrDefault(match.group(1), match.group())));
  }

  /** Quotes protect what is between them and remain; a caret protects one character and goes. */
  private static String parsed(String line) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '^' && !quoted) {
        i++;
        assertThat(i).as("a caret at the end continues the line").isLessThan(line.length());
        text.append(line.charAt(i));
        continue;
      }
      quoted ^= c == '"';
      assertThat(!quoted && "&|<>".indexOf(c) >= 0).as("an operator in " + line).isFalse();
      text.append(c);
    }
    return text.toString();
  }

  /** The rules of {@code CommandLineToArgvW} for all arguments but the first. */
  private static List<String> split(String line) {
    List<String> arguments = new ArrayList<>();
    StringBuilder argument = null;
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (!quoted && (c == ' ' || c == '\t')) {
        if (argument != null) {
          arguments.add(argument.toString());
        }
        argument = null;
        continue;
      }
      argument = argument == null ? new StringBuilder() : argument;
      int backslashes = 0;
      while (i < line.length() && line.charAt(i) == '\\') {
        backslashes++;
        i++;
      }
      boolean beforeQuote = i < line.length() && line.charAt(i) == '"';
      argument.append("\\".repeat(beforeQuote ? backslashes / 2 : backslashes));
      if (!beforeQuote) {
        if (backslashes > 0) {
          i--;
        } else {
          argument.append(c);
        }
      } else if (backslashes % 2 == 1) {
        argument.append('"');
      } else if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        argument.append('"');
        i++;
      } else {
        quoted = !quoted;
      }
    }
    if (argument != null) {
      arguments.add(argument.toString());
    }
    return arguments;
  }
}
