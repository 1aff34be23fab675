package io.mcpbridge.verification.memory;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls the server for large answers, one after the other, in a JVM that ends at its first {@link
 * OutOfMemoryError}. Prints a line for each: {@code result}, {@code typed failure} or what else it
 * was.
 *
 * <p>Arguments: transport, store, and {@code shape:megabytes:as} for each answer.
 */
final class LargeAnswerClient {

  private static final int READERS = 8;
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration ECHO_LIMIT = Duration.ofSeconds(30);
  private static final Pattern HANDLE = Pattern.compile("handle (r_[A-Za-z0-9_-]{22})");

  /** What the eight readers ask for, each another part. */
  private static final List<String> PARTS =
      List.of(
          "\"pointer\":\"\"",
          "\"pointer\":\"/1\"",
          "\"pointer\":\"/items/1\"",
          "\"search\":\"nowhere\"",
          "\"search\":\"string\"",
          "\"lines\":true",
          "\"offset\":500000",
          "\"offset\":0");

  private final ToolCatalog catalog;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private LargeAnswerClient(ToolCatalog catalog) {
    this.catalog = catalog;
  }

  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory("results");
    @Nullable Process http = args[0].equals("http") ? server("http").start() : null;
    ToolCatalogBuilder builder = ToolCatalog.builder().server("big", transport(http));
    switch (args[1]) {
      case "memory" -> builder.resultStore(InMemoryResultStore.create());
      case "file" -> builder.resultStore(FileResultStore.of(directory));
      default -> {}
    }
    try (ToolCatalog catalog = builder.build()) {
      if (!catalog.awaitReady(LIMIT)) {
        throw new IllegalStateException("the server is not ready: " + catalog.servers());
      }
      LargeAnswerClient client = new LargeAnswerClient(catalog);
      if (args[1].equals("time")) {
        client.time(args[2], Integer.parseInt(args[3]));
      } else {
        for (String answer : List.of(args).subList(2, args.length)) {
          System.out.println(answer + " " + client.outcome(answer));
        }
      }
    } finally {
      if (http != null) {
        http.destroy();
      }
    }
    System.exit(0);
  }

  private static ProcessBuilder server(String transport) {
    return new ProcessBuilder(serverCommand(transport))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private static List<String> serverCommand(String transport) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-cp",
        System.getProperty("java.class.path"),
        LargeAnswerServer.class.getName(),
        transport);
  }

  private static Transport transport(@Nullable Process http) throws IOException {
    if (http == null) {
      List<String> command = serverCommand("stdio");
      return StdioTransport.builder(command.get(0))
          .args(command.subList(1, command.size()))
          .build();
    }
    var output =
        new BufferedReader(new InputStreamReader(http.getInputStream(), StandardCharsets.UTF_8));
    return StreamableHttpTransport.of("http://127.0.0.1:" + output.readLine() + "/");
  }

  private ToolOutput call(String tool, String arguments, Duration limit) {
    return catalog.call(tool, arguments, CallOptions.builder().timeout(limit).build());
  }

  private static String arguments(String answer) {
    String[] parts = answer.split(":");
    return "{\"shape\":\"%s\",\"megabytes\":%s,\"as\":\"%s\"}".formatted((Object[]) parts);
  }

  private String outcome(String answer) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Future<String> echoes = threads.submit(() -> echo(over));
    String outcome;
    try {
      ToolOutput output = call("big__large", arguments(answer), LIMIT);
      outcome = outcome(output);
      Matcher handle = HANDLE.matcher(output.text());
      if (!output.isError() && handle.find()) {
        outcome += readers(handle.group(1));
      }
    } finally {
      over.set(true);
    }
    return outcome + join(echoes);
  }

  private static String outcome(ToolOutput output) {
    if (!output.isError()) {
      return "result";
    }
    return output.failure() instanceof McpLimitException limit
        ? "typed failure (" + limit.getMessage() + ")"
        : "FAILED " + output.text() + " " + output.failure();
  }

  private String readers(String handle) throws InterruptedException {
    List<Future<String>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      String arguments = "{\"handle\":\"" + handle + "\"," + PARTS.get(i % PARTS.size()) + "}";
      readers.add(threads.submit(() -> read(arguments)));
    }
    StringBuilder outcome = new StringBuilder();
    for (Future<String> reader : readers) {
      outcome.append(join(reader));
    }
    return outcome.isEmpty() ? ", 8 readers" : outcome.toString();
  }

  private String read(String arguments) {
    ToolOutput output = call("big__read_result", arguments, LIMIT);
    return output.failure() == null ? "" : " FAILED read_result " + output.failure();
  }

  /** Empty if all calls beside it were answered. */
  private String echo(AtomicBoolean over) {
    while (!over.get()) {
      ToolOutput output = call("big__echo", "{}", ECHO_LIMIT);
      if (output.isError()) {
        return " FAILED echo " + output.failure();
      }
    }
    return "";
  }

  private static String join(Future<String> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      return " FAILED " + e.getCause();
    }
  }

  /** The median of so many calls, in milliseconds. */
  private void time(String answer, int calls) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < 2 * calls; i++) {
      long start = System.nanoTime();
      String outcome = outcome(call("big__large", arguments(answer), LIMIT));
      if (!outcome.equals("result")) {
        throw new IllegalStateException(outcome);
      }
      if (i >= calls) {
        times.add((System.nanoTime() - start) / 1e6);
      }
    }
    times.sort(null);
    System.out.printf("%s %.1f ms%n", answer, times.get(calls / 2));
  }
}
