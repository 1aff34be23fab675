package io.mcpbridge.internal.stdio.platform;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs a Windows batch file ({@code npx.cmd}) by {@code cmd.exe}, which parses its command line as
 * a program. Quotes and carets protect each argument; arguments that cannot be protected from the
 * second parsing inside the batch file are rejected.
 */
final class BatchFile {

  private static final Pattern SPECIAL = Pattern.compile("[()\\[\\]%!^\"`<>&|;, *?]");
  private static final Pattern QUOTE_AND_BACKSLASHES = Pattern.compile("(\\\\*)\"");
  private static final Pattern LAST_BACKSLASHES = Pattern.compile("(\\\\*)\\z");
  private static final Pattern DANGEROUS_OUTSIDE_QUOTES = Pattern.compile("[&|<>^%]");

  private BatchFile() {}

  static List<String> commandLine(String cmdExe, String file, List<String> args)
      throws CommandException {
    StringBuilder line = new StringBuilder("\"").append(escape('"' + file + '"'));
    for (String arg : args) {
      refuseUnsafe(file, arg);
      line.append(' ').append(escape(quote(arg)));
    }
    // the JDK passes a quoted argument on unchanged; /s removes exactly these quotes
    return List.of(cmdExe, "/d", "/s", "/c", line.append('"').toString());
  }

  private static void refuseUnsafe(String file, String arg) throws CommandException {
    boolean lineEnd = arg.indexOf('\n') >= 0 || arg.indexOf('\r') >= 0 || arg.indexOf('\0') >= 0;
    boolean quoteOpens = arg.indexOf('"') >= 0 && DANGEROUS_OUTSIDE_QUOTES.matcher(arg).find();
    if (lineEnd || quoteOpens) {
      throw new CommandException(
          "an argument cannot safely be given to the batch file "
              + file
              + ": it contains "
              + (lineEnd ? "a line break" : "a quote together with one of & | < > ^ %")
              + ". Set `command` to the program behind the batch file, such as node.exe");
    }
  }

  private static String quote(String arg) {
    String inner = QUOTE_AND_BACKSLASHES.matcher(arg).replaceAll("$1$1\\\\\"");
    return '"' + LAST_BACKSLASHES.matcher(inner).replaceFirst("$1$1") + '"';
  }

  private static String escape(String text) {
    return SPECIAL.matcher(text).replaceAll("^$0");
  }
}
