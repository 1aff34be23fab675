package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.ServerCounters;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.JdbcResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** Results of 5 MB, in each store: what the model gets, and that it can read all of it. */
class LargeResultsTest {

  private static final int FIVE_MEGABYTES = 5 * 1024 * 1024;
  private static final int MOST_TOKENS = 6_000;
  private static final Pattern HANDLE = Pattern.compile("r_[A-Za-z0-9_-]{22}");
  private static final Pattern PAGE =
      Pattern.compile("\\(.*? (\\d+) to (\\d+) of (\\d+); (?:next offset (\\d+)|end)\\)\n");

  private final FakeMcpServer server = FakeMcpServer.create();
  private final EmbeddedDatabase database =
      new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .addScript("io/mcpbridge/result/h2/R__mcp_result.sql")
          .build();
  @TempDir private Path directory;

  enum Kind {
    MEMORY(test -> InMemoryResultStore.create()),
    FILE(test -> FileResultStore.of(test.directory.resolve("results"))),
    JDBC(test -> JdbcResultStore.of(test.database));

    private final Function<LargeResultsTest, ResultStore> making;

    Kind(Function<LargeResultsTest, ResultStore> making) {
      this.making = making;
    }
  }

  @AfterEach
  void close() {
    server.close();
    database.shutdown();
  }

  private ToolCatalog catalog(Kind kind) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .resultStore(kind.making.apply(this))
            .server("db", server.transport())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }

  private static String handle(String text) {
    Matcher matcher = HANDLE.matcher(text);
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }

  private static ToolOutput read(
      ToolCatalog catalog, CallOptions options, String handle, int offset) {
    return catalog.call(
        "db__read_result", Json.write(Map.of("handle", handle, "offset", offset)), options);
  }

  private static List<String> pages(ToolCatalog catalog, String handle) {
    List<String> pages = new ArrayList<>();
    String next = "0";
    while (next != null) {
      String page = read(catalog, CallOptions.defaults(), handle, Integer.parseInt(next)).text();
      assertThat(TokenEstimate.of(page)).isLessThanOrEqualTo(MOST_TOKENS);
      Matcher head = PAGE.matcher(page);
      assertThat(head.lookingAt()).as(page.substring(0, Math.min(200, page.length()))).isTrue();
      assertThat(head.group(1)).isEqualTo(next);
      pages.add(page.substring(head.end()));
      next = head.group(4);
    }
    return pages;
  }

  private static ServerCounters counters(ToolCatalog catalog) {
    return catalog.servers().get(0).counters();
  }

  @ParameterizedTest
  @EnumSource
  void everyByteOfTextIsRead(Kind kind) {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder();
    while (text.length() < FIVE_MEGABYTES) { // with pairs of surrogates at any place
      text.appendCodePoint(random.nextInt(20) == 0 ? 0x1F600 : 'a' + random.nextInt(26));
    }
    server.tool("dump").returns(text.toString());
    try (ToolCatalog catalog = catalog(kind)) {
      String shown = catalog.call("db__dump", "{}").text();

      assertThat(TokenEstimate.of(shown)).isLessThanOrEqualTo(MOST_TOKENS);
      List<String> pages = pages(catalog, handle(shown));
      assertThat(String.join("", pages)).isEqualTo(text.toString());
      assertThat(counters(catalog).storedResults()).isEqualTo(1);
      assertThat(counters(catalog).storedBytes()).isGreaterThan(FIVE_MEGABYTES);
      assertThat(counters(catalog).storedResultReads()).isEqualTo(pages.size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyByteOfJsonIsRead(Kind kind) {
    List<Map<String, Object>> rows =
        IntStream.range(0, 165_000)
            .mapToObj(
                i -> {
                  Map<String, Object> row = new LinkedHashMap<>();
                  row.put("id", i);
                  row.put("name", "row " + i);
                  return row;
                })
            .toList();
    String json = Json.write(Map.of("rows", rows));
    assertThat(json.length()).isGreaterThan(FIVE_MEGABYTES);
    server.tool("dump").returns(FakeResult.structured(json));
    try (ToolCatalog catalog = catalog(kind)) {
      String shown = catalog.call("db__dump", "{}").text();

      assertThat(TokenEstimate.of(shown)).isLessThanOrEqualTo(MOST_TOKENS);
      assertThat(String.join("", pages(catalog, handle(shown)))).isEqualTo(json);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyByteOfBinaryContentIsRead(Kind kind) {
    byte[] image = new byte[FIVE_MEGABYTES];
    new Random(2).nextBytes(image);
    server.tool("dump").returns(FakeResult.text("an image").andImage(image, "image/png"));
    try (ToolCatalog catalog = catalog(kind)) {
      String shown = catalog.call("db__dump", "{}").text();

      assertThat(TokenEstimate.of(shown)).isLessThanOrEqualTo(MOST_TOKENS);
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      pages(catalog, handle(shown))
          .forEach(page -> read.writeBytes(Base64.getDecoder().decode(page)));
      assertThat(read.toByteArray()).isEqualTo(image);
    }
  }

  /** Each of eight users stores and reads while the others do; each tries all handles. */
  @ParameterizedTest
  @EnumSource
  void concurrentUsersNeverReadAcross(Kind kind) throws Exception {
    server
        .tool("dump")
        .handler(call -> FakeResult.text(call.arguments().string("of") + " " + "x".repeat(30_000)));
    Map<String, String> owners = new ConcurrentHashMap<>();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<String> readable = new ConcurrentLinkedQueue<>();
    try (ToolCatalog catalog = catalog(kind)) {
      List<Thread> threads =
          IntStream.range(0, 8)
              .mapToObj(
                  n ->
                      new Thread(
                          () -> {
                            CallOptions options = CallOptions.builder().user("user " + n).build();
                            for (int round = 0; round < 5; round++) {
                              String shown =
                                  catalog
                                      .call("db__dump", "{\"of\": \"user " + n + "\"}", options)
                                      .text();
                              owners.put(handle(shown), "user " + n);
                              owners.forEach(
                                  (handle, owner) -> {
                                    ToolOutput output = read(catalog, options, handle, 0);
                                    boolean isOwn = owner.equals("user " + n);
                                    if (output.isError() == isOwn
                                        || isOwn && !output.text().contains("\n" + owner + " x")) {
                                      wrong.add("user " + n + " read of " + owner);
                                    } else if (isOwn) {
                                      readable.add(handle);
                                    }
                                  });
                            }
                          }))
              .toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join(Duration.ofMinutes(1).toMillis());
      }

      assertThat(wrong).isEmpty();
      assertThat(owners).hasSize(40);
      assertThat(readable).containsAll(owners.keySet());
      assertThat(counters(catalog).storedResults()).isEqualTo(40);
      assertThat(counters(catalog).storedResultsMissed()).isPositive();
    }
  }
}
