package io.mcpbridge.realservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Writes the result of each peer, one line each, to {@code target/results.txt}. */
final class ResultTable implements AfterEachCallback, AfterClassTemplateInvocationCallback {

  private static final Path FILE = Path.of("target", "results.txt");
  private static final String LINE = "%-24s %-28s %-11s %s%n";
  private static final Map<Peer, Row> ROWS = new LinkedHashMap<>();

  private static final class Row {
    private String revision = "";
    private int passed;
    private final List<String> failed = new ArrayList<>();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Row row = row(context);
    Throwable failure = context.getExecutionException().orElse(null);
    if (failure == null) {
      row.passed++;
    } else if (!(failure instanceof TestAbortedException)) {
      row.failed.add(context.getRequiredTestMethod().getName() + " " + context.getDisplayName());
    }
  }

  @Override
  public void afterClassTemplateInvocation(ExtensionContext context) {
    Row row = row(context);
    row.revision = test(context).revision();
    context.getExecutionException().ifPresent(e -> row.failed.add("before or after the tests"));
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, table());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(ExtensionContext context) {
    return ROWS.computeIfAbsent(test(context).peer(), peer -> new Row());
  }

  private static PeerTest test(ExtensionContext context) {
    return (PeerTest) context.getRequiredTestInstance();
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    table.append(String.format(LINE, "server", "transport", "revision", "result"));
    ROWS.forEach(
        (peer, row) ->
            table.append(
                String.format(LINE, peer.server(), peer.way(), row.revision, verdict(row))));
    return table.toString();
  }

  private static String verdict(Row row) {
    return row.failed.isEmpty()
        ? row.passed + " passed"
        : row.failed.size()
            + " FAILED, "
            + row.passed
            + " passed: "
            + String.join("; ", row.failed);
  }
}
