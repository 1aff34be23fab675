package io.mcpbridge.contract;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The live threads of the library, without those of the fake server. */
final class LibraryThreads {

  private static final Pattern NAME = Pattern.compile("#\\d+ \"([^\"]*)\".*");

  private LibraryThreads() {}

  static int count() {
    return (int)
        names().filter(name -> name.startsWith("mcp-") && !name.startsWith("mcp-fake-")).count();
  }

  private static Stream<String> names() {
    return Runtime.version().feature() < 21
        ? Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
        : dumped().stream().map(NAME::matcher).filter(Matcher::matches).map(line -> line.group(1));
  }

  /** From Java 21 on there are virtual threads, which only a thread dump in a file contains. */
  private static List<String> dumped() {
    try {
      Path folder = Files.createTempDirectory("threads");
      Path dump = folder.resolve("threads.txt"); // must not exist yet
      try {
        Class<?> format =
            Class.forName("com.sun.management.HotSpotDiagnosticMXBean$ThreadDumpFormat");
        Method dumpThreads =
            HotSpotDiagnosticMXBean.class.getMethod("dumpThreads", String.class, format);
        dumpThreads.invoke(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class),
            dump.toString(),
            format.getEnumConstants()[0]); // TEXT_PLAIN
        return Files.readAllLines(dump);
      } finally {
        Files.deleteIfExists(dump);
        Files.delete(folder);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
