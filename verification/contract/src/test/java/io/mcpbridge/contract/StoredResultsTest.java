package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.json.Json;
import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A result that is too long for the model is stored, and the model reads on in it. */
@ExtendWith(LeakCheck.class)
class StoredResultsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int FIVE_MEGABYTES = 5 * 1024 * 1024;
  private static final Pattern HANDLE = Pattern.compile("r_[A-Za-z0-9_-]{22}");
  private static final Pattern PAGE =
      Pattern.compile("\\(.*? (\\d+) to (\\d+) of (\\d+); (?:next offset (\\d+)|end)\\)\n");

  private final FakeMcpServer server = FakeMcpServer.create();
  private @Nullable ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }

  private void start(ResultStore store) {
    start(store, ServerOptions.defaults());
  }

  private void start(ResultStore store, ServerOptions options) {
    start(ToolCatalog.builder().resultStore(store), options);
  }

  private void start(ToolCatalogBuilder builder, ServerOptions options) {
    catalog = builder.server("db", server.transport(), options).build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private ToolOutput dump(CallOptions options) {
    return catalog.call("db__dump", "{}", options);
  }

  private String dump() {
    return dump(CallOptions.defaults()).text();
  }

  private static String handle(String text) {
    Matcher matcher = HANDLE.matcher(text);
    assertThat(matcher.find()).as(text.substring(Math.max(0, text.length() - 500))).isTrue();
    return matcher.group();
  }

  private ToolOutput read(CallOptions options, Object... arguments) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      json.put((String) arguments[i], arguments[i + 1]);
    }
    return catalog.call("db__read_result", Json.write(json), options);
  }

  private String read(Object... arguments) {
    ToolOutput output = read(CallOptions.defaults(), arguments);
    assertThat(output.isError()).as(output.text()).isFalse();
    assertThat(TokenEstimate.of(output.text())).isLessThanOrEqualTo(5_000);
    return output.text();
  }

  /** Reads all pages, each from where the one before ended, and joins them. */
  private List<String> pages(Object... arguments) {
    List<String> pages = new ArrayList<>();
    @Nullable String next = "0";
    while (next != null) {
      List<Object> all = new ArrayList<>(Arrays.asList(arguments));
      all.add("offset");
      all.add(Integer.parseInt(next));
      String page = read(all.toArray());
      Matcher head = PAGE.matcher(page);
      assertThat(head.lookingAt()).as(page.substring(0, Math.min(200, page.length()))).isTrue();
      assertThat(head.group(1)).isEqualTo(next);
      pages.add(page.substring(head.end()));
      next = head.group(4);
    }
    return pages;
  }

  private static String rows(int count) {
    return Json.write(
        Map.of(
            "rows",
            IntStream.range(0, count)
                .mapToObj(
                    i -> {
                      Map<String, Object> row = new LinkedHashMap<>();
                      row.put("id", i);
                      row.put("name", "row " + i);
                      return row;
                    })
                .toList()));
  }

  @Test
  void everyByteOfLongTextCanBeRead() {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder();
    while (text.length() < FIVE_MEGABYTES) { // with pairs of surrogates at any place
      text.appendCodePoint(random.nextInt(20) == 0 ? 0x1F600 : 'a' + random.nextInt(26));
      text.append(random.nextInt(80) == 0 ? "\n" : "");
    }
    server.tool("dump").returns(text.toString());
    start(InMemoryResultStore.create());

    String shown = dump();

    assertThat(TokenEstimate.of(shown)).isLessThanOrEqualTo(5_000);
    assertThat(shown)
        .startsWith(text.substring(0, 1_000))
        .contains(text.toString().getBytes(StandardCharsets.UTF_8).length + " bytes")
        .doesNotContain("ask for");
    assertThat(String.join("", pages("handle", handle(shown)))).isEqualTo(text.toString());
    assertThat(String.join("", pages("handle", handle(shown), "lines", true)))
        .isEqualTo(text.toString());
    assertThat(server.received("tools/call")).as("reading needs no server").hasSize(1);
  }

  @Test
  void everyByteOfLongJsonCanBeRead() {
    String rows = rows(165_000);
    assertThat(rows.length()).isGreaterThan(FIVE_MEGABYTES);
    server.tool("dump").returns(FakeResult.structured(rows));
    start(InMemoryResultStore.create());

    String shown = dump();

    assertThat(TokenEstimate.of(shown)).isLessThanOrEqualTo(6_000);
    assertThat(shown)
        .contains(rows.length() + " bytes, 165000 items")
        .contains("shape {\"rows\": [165000 of {\"id\": number, \"name\": string}]}");
    String preview = shown.substring(0, shown.lastIndexOf('\n'));
    assertThat((List<?>) Json.readObject(preview).get("rows")).hasSizeGreaterThan(300);
    assertThat(String.join("", pages("handle", handle(shown)))).isEqualTo(rows);
  }

  @Test
  void jsonIsReadByPointer() {
    server.tool("dump").returns(FakeResult.structured(rows(3_000)));
    start(InMemoryResultStore.create());
    String handle = handle(dump());

    List<Object> elements = new ArrayList<>();
    for (String page : pages("handle", handle, "pointer", "/rows")) {
      elements.addAll((List<?>) Json.read(page));
    }

    assertThat(Json.write(Map.of("rows", elements))).isEqualTo(rows(3_000));
    assertThat(read("handle", handle, "pointer", "/rows/2999/name"))
        .isEqualTo("(characters 0 to 8 of 8; end)\nrow 2999");
    assertThat(read("handle", handle, "pointer", "/rows/7"))
        .endsWith("\n{\"id\":7,\"name\":\"row 7\"}");
    assertThat(read("handle", handle, "pointer", "/rows", "offset", 10, "limit", 1))
        .isEqualTo(
            "(elements 10 to 11 of 3000; next offset 11)\n[{\"id\":10,\"name\":\"row 10\"}]");
    assertThat(read(CallOptions.defaults(), "handle", handle, "pointer", "/rows/3000"))
        .matches(ToolOutput::isError)
        .extracting(ToolOutput::text)
        .isEqualTo("There is no \"3000\" at \"/rows\", which is an array of 3000.");
  }

  @Test
  void readsValuesOfLargeJsonAsWritten() {
    String rows = "{\"n\": 1.50, \"s\": \"\\u00e4\", \"a\": [1, 2]}, ".repeat(40_000);
    String json = "{\"rows\": [" + rows + "null], \"after\": {\"x\": true}}";
    server.tool("dump").returns(json);
    start(InMemoryResultStore.create());

    String note = dump();
    String handle = handle(note);

    assertThat(note)
        .contains(
            "40001 items, shape {\"rows\": [40001 of {\"n\": number, \"s\": string, \"a\": [2 of")
        .contains("\"after\": {\"x\": boolean}");
    assertThat(read("handle", handle, "pointer", "/rows/39999"))
        .endsWith("(members 0 to 3 of 3; end)\n{\"n\":1.50,\"s\":\"\\u00e4\",\"a\":[1,2]}");
    assertThat(read("handle", handle, "pointer", "/rows", "offset", 39_999))
        .startsWith("(elements 39999 to 40001 of 40001; end)\n[{\"n\":1.50")
        .endsWith(",null]");
    assertThat(read("handle", handle, "pointer", "/after/x")).endsWith("\ntrue");
    assertThat(read("handle", handle, "search", "x")).endsWith("\n/after/x: true");
    assertThat(read(CallOptions.defaults(), "handle", handle, "pointer", "/after/y").text())
        .isEqualTo("There is no \"y\" at \"/after\", which has the members x.");
  }

  @Test
  void tooLongElementIsShortenedWithItsPointer() {
    String json = Json.write(List.of(Map.of("text", "x".repeat(100_000)), "second"));
    server.tool("dump").returns(json);
    start(InMemoryResultStore.create());
    String handle = handle(dump());

    assertThat(read("handle", handle, "pointer", ""))
        .startsWith("(elements 0 to 1 of 2; next offset 1)\n(shortened; all of it is at /0)\n{");
    assertThat(String.join("", pages("handle", handle, "pointer", "/0/text")))
        .isEqualTo("x".repeat(100_000));
  }

  @Test
  void searchFindsLinesAndValues() {
    String log =
        IntStream.range(0, 5_000)
            .mapToObj(i -> i == 4_321 ? "line 4321: Disk FULL" : "line " + i + ": ok")
            .collect(Collectors.joining("\n"));
    server.tool("dump").returns(log);
    server.tool("rows").returns(FakeResult.structured(rows(3_000)));
    start(InMemoryResultStore.create());
    String handle = handle(dump());
    String rows = handle(catalog.call("db__rows", "{}").text());

    assertThat(read("handle", handle, "search", "disk full"))
        .startsWith("(matches 0 to 1 of 1; end)\nline 4321, character ")
        .endsWith("Disk FULL");
    assertThat(read("handle", handle, "lines", true, "offset", 4_321, "limit", 1))
        .contains("Disk FULL");
    assertThat(read("handle", rows, "search", "ROW 1234"))
        .isEqualTo("(matches 0 to 1 of 1; end)\n/rows/1234/name: \"row 1234\"");
    assertThat(read("handle", rows, "search", "row 12", "limit", 2, "offset", 1))
        .startsWith("(matches 1 to 3 of 111; next offset 3)\n/rows/120/name");
    assertThat(read(CallOptions.defaults(), "handle", rows, "search", "nowhere").isError())
        .isTrue();
  }

  @Test
  void everyByteOfBinaryContentCanBeRead() {
    byte[] image = new byte[100_001];
    new Random(2).nextBytes(image);
    byte[] csv = "a;b\n1;2\n".getBytes(StandardCharsets.UTF_8);
    server
        .tool("dump")
        .returns(FakeResult.text("two files").andImage(image, "image/png").andBlock(blob(csv)));
    start(InMemoryResultStore.create());

    ToolOutput output = dump(CallOptions.defaults());

    List<String> handles = HANDLE.matcher(output.text()).results().map(r -> r.group()).toList();
    assertThat(output.text())
        .contains("[image left out: image/png, 97 kB]\n[db__read_result reads it with the handle ");
    assertThat(output.content()).hasSize(3);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    pages("handle", handles.get(0))
        .forEach(page -> read.writeBytes(Base64.getDecoder().decode(page)));
    assertThat(read.toByteArray()).isEqualTo(image);
    assertThat(read("handle", handles.get(1)))
        .isEqualTo("(characters 0 to 8 of 8; end)\na;b\n1;2\n");
  }

  private static String blob(byte[] bytes) {
    Map<String, Object> resource =
        Map.of(
            "uri", "file:///a.csv",
            "mimeType", "text/csv",
            "blob", Base64.getEncoder().encodeToString(bytes));
    return Json.write(Map.of("type", "resource", "resource", resource));
  }

  /** Every reader tries every handle; only the one with the same user and conversation reads. */
  @Test
  void concurrentUsersAndConversationsReadTheirOwnResultsOnly() throws Exception {
    server
        .tool("dump")
        .handler(call -> FakeResult.text(call.arguments().string("of") + " " + "x".repeat(30_000)));
    start(InMemoryResultStore.create());
    List<CallOptions> callers = new ArrayList<>();
    for (String user : List.of("ada", "grace", "alan", "")) {
      for (String conversation : List.of("1", "2", "")) {
        callers.add(
            CallOptions.builder()
                .user(user.isEmpty() ? null : user)
                .conversationId(conversation.isEmpty() ? null : conversation)
                .build());
      }
    }
    Map<CallOptions, String> handles = new LinkedHashMap<>();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<CallOptions> readers = new ConcurrentLinkedQueue<>();
    for (CallOptions caller : callers) {
      String of = caller.user() + "/" + caller.conversationId();
      handles.put(
          caller, handle(catalog.call("db__dump", "{\"of\": \"" + of + "\"}", caller).text()));
    }
    String unknown = read(CallOptions.defaults(), "handle", "r_" + "A".repeat(22)).text();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads =
        callers.stream()
            .map(
                reader ->
                    new Thread(() -> readAll(reader, handles, unknown, wrong, readers, begin)))
            .toList();
    threads.forEach(Thread::start);
    begin.countDown();
    for (Thread thread : threads) {
      thread.join(SOON.toMillis());
    }

    assertThat(wrong).isEmpty();
    assertThat(readers).containsExactlyInAnyOrderElementsOf(callers);
  }

  private void readAll(
      CallOptions reader,
      Map<CallOptions, String> handles,
      String unknown,
      ConcurrentLinkedQueue<String> wrong,
      ConcurrentLinkedQueue<CallOptions> readers,
      CountDownLatch begin) {
    try {
      begin.await();
    } catch (InterruptedException e) {
      return;
    }
    handles.forEach(
        (owner, handle) -> {
          ToolOutput output = read(reader, "handle", handle, "limit", 60);
          String of = owner.user() + "/" + owner.conversationId() + " x";
          if (owner.equals(reader) && !output.isError() && output.text().contains("\n" + of)) {
            readers.add(reader);
          } else if (!output.isError() || !output.text().equals(unknown)) {
            wrong.add(reader + " read " + output.text());
          }
        });
  }

  /** The user of the thread counts where the call names none. */
  @Test
  void usersThatDifferInHalfSurrogatesShareNoResult() {
    server.tool("dump").returns("x".repeat(30_000));
    start(InMemoryResultStore.create());
    CallOptions owner = CallOptions.builder().user("\uD800").build();
    CallOptions stranger = CallOptions.builder().user("\uDC00").build();
    String handle = handle(dump(owner).text());

    assertThat(read(owner, "handle", handle).isError()).isFalse();
    assertThat(read(stranger, "handle", handle).isError()).isTrue();
  }

  @Test
  void resultBelongsToItsServer() {
    server.tool("dump").returns("x".repeat(30_000));
    start(
        ToolCatalog.builder()
            .resultStore(InMemoryResultStore.create())
            .server("b", server.transport()),
        ServerOptions.defaults());
    String handle = handle(dump());

    String arguments = Json.write(Map.of("handle", handle));
    assertThat(catalog.call("b__read_result", arguments, CallOptions.defaults()).text())
        .startsWith("There is no result with this handle");
    assertThat(read("handle", handle)).contains("characters 0 to");
  }

  @Test
  void resultBelongsToUserOfThreadContext() {
    String[] user = {"ada"};
    server.tool("dump").returns("x".repeat(30_000));
    start(
        ToolCatalog.builder()
            .resultStore(InMemoryResultStore.create())
            .threadContext(() -> new UserOnly(user[0])),
        ServerOptions.defaults());
    String handle = handle(dump());

    assertThat(read("handle", handle)).contains("characters 0 to");
    user[0] = "grace";
    assertThat(read(CallOptions.defaults(), "handle", handle).isError()).isTrue();
  }

  private record UserOnly(Object user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T extends @Nullable Object> T call(java.util.function.Supplier<T> call) {
      return call.get();
    }
  }

  @Test
  void resultExpires() {
    MutableClock clock = new MutableClock();
    server.tool("dump").returns("x".repeat(30_000));
    start(InMemoryResultStore.builder().timeToLive(Duration.ofHours(1)).clock(clock).build());
    String handle = handle(dump());

    clock.now = clock.now.plus(Duration.ofMinutes(59));
    assertThat(read("handle", handle)).contains("characters 0 to");
    clock.now = clock.now.plus(Duration.ofMinutes(1));
    ToolOutput late = read(CallOptions.defaults(), "handle", handle);

    assertThat(late.isError()).isTrue();
    assertThat(late.text())
        .isEqualTo(
            "There is no result with this handle, or its time is over; call the tool again.");
  }

  private static final class MutableClock extends Clock {
    Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void fileStoreOutlivesCatalog(@TempDir Path directory) {
    server.tool("dump").returns("x".repeat(30_000));
    start(FileResultStore.of(directory.resolve("results")));
    String handle = handle(dump());
    catalog.close();

    start(FileResultStore.of(directory.resolve("results")));

    assertThat(String.join("", pages("handle", handle))).isEqualTo("x".repeat(30_000));
  }

  @Test
  void limitsInTokensApplyPerToolAndServer() {
    server.tool("dump").returns("x".repeat(100_000));
    server.tool("rows").returns(FakeResult.structured(rows(5_000)));
    server.tool("other").returns("x".repeat(100_000));
    start(
        InMemoryResultStore.create(),
        ServerOptions.builder()
            .maxResultTokens(1_000)
            .tool("other", ToolOptions.builder().maxResultTokens(300).build())
            .build());

    assertThat(dump().length()).isBetween(3_900, 4_000);
    assertThat(catalog.call("db__rows", "{}").text().length()).isBetween(2_800, 3_000);
    String otherText = catalog.call("db__other", "{}").text();
    assertThat(otherText.length()).isBetween(1_100, 1_200);
    assertThat(read("handle", handle(otherText)).length()).isBetween(3_800, 4_000);
  }

  @Test
  void limitInTokensAppliesWithoutStore() {
    server.tool("dump").returns("x".repeat(100_000));
    start(ToolCatalog.builder(), ServerOptions.builder().maxResultTokens(1_000).build());

    assertThat(dump().length()).isBetween(3_900, 4_000);
    assertThat(dump()).contains("ask for a smaller part").doesNotContain("r_");
  }

  @Test
  void smallLimitHasRoomForTheHandle() {
    server.tool("dump").returns(FakeResult.structured(rows(5_000)));
    start(
        InMemoryResultStore.create(),
        ServerOptions.builder()
            .tool("dump", ToolOptions.builder().maxResultCharacters(200).build())
            .build());

    String shown = dump();

    assertThat(shown.length()).isLessThanOrEqualTo(200);
    assertThat(String.join("", pages("handle", handle(shown)))).isEqualTo(rows(5_000));
  }

  /** The server knows whose results are of no use in parts; the application sets the cap. */
  @Test
  void honorsHintOfServerUpToCap() {
    String hint = "{\"anthropic/maxResultSizeChars\": %d}";
    String text = "x".repeat(100_000);
    server.tool("dump").with("_meta", hint.formatted(40_000)).returns(text);
    server.tool("greedy").with("_meta", hint.formatted(500_000)).returns(text);
    server.tool("modest").with("_meta", hint.formatted(1_000)).returns(text);
    start(InMemoryResultStore.create());

    assertThat(dump().length()).isBetween(39_900, 40_000);
    assertThat(catalog.call("db__greedy", "{}").text().length()).isBetween(49_900, 50_000);
    assertThat(catalog.call("db__modest", "{}").text().length()).isBetween(900, 1_000);
  }

  @Test
  void memoryForgetsLeastRecentlyUsedResults() {
    server
        .tool("dump")
        .handler(call -> FakeResult.text(call.arguments().string("of") + "x".repeat(32_000)));
    start(InMemoryResultStore.builder().maxBytes(130_000).build());
    String a = handle(catalog.call("db__dump", "{\"of\": \"a\"}").text());
    String b = handle(catalog.call("db__dump", "{\"of\": \"b\"}").text());
    String c = handle(catalog.call("db__dump", "{\"of\": \"c\"}").text());
    String d = handle(catalog.call("db__dump", "{\"of\": \"d\"}").text());
    assertThat(read("handle", a)).contains("\nax");

    String e = handle(catalog.call("db__dump", "{\"of\": \"e\"}").text());

    assertThat(read(CallOptions.defaults(), "handle", b).isError()).isTrue();
    assertThat(Stream.of(a, c, d, e).map(handle -> read("handle", handle)))
        .allMatch(page -> page.contains("characters 0 to"));
  }

  @Test
  void resultThatIsTooLargeForTheStoreIsShortened() {
    server.tool("dump").returns("x".repeat(100_000));
    start(InMemoryResultStore.builder().maxBytes(90_000).build());

    assertThat(dump()).contains("characters left out").doesNotContain("read_result");
  }

  @Test
  void failureOfTheStoreShortensTheResult() {
    server.tool("dump").returns("x".repeat(100_000));
    start(
        new ResultStore() {
          @Override
          public boolean save(String key, String content) {
            throw new IllegalStateException("no database");
          }

          @Override
          public String find(String key) {
            throw new IllegalStateException("no database");
          }
        });

    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog")) {
      assertThat(dump()).contains("characters left out").doesNotContain("read_result");
      assertThat(dump()).doesNotContain("read_result");
      assertThat(log.lines()).filteredOn(line -> line.contains("result store failed")).hasSize(1);
    }
    ToolOutput read = read(CallOptions.defaults(), "handle", "r_" + "A".repeat(22));
    assertThat(read.text()).isEqualTo("The stored result cannot be read at the moment.");
    assertThat(read.failure()).hasMessageContaining("result store failed");
  }

  /** A database that does not answer until the test lets it. */
  private static final class SlowStore implements ResultStore {
    private final InMemoryResultStore delegate = InMemoryResultStore.create();
    private final CountDownLatch answers = new CountDownLatch(1);
    private final boolean isSlowToSave;

    SlowStore(boolean isSlowToSave) {
      this.isSlowToSave = isSlowToSave;
    }

    private void await() {
      try {
        answers.await(60, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }

    @Override
    public boolean save(String key, String content) {
      if (isSlowToSave) {
        await();
      }
      return delegate.save(key, content);
    }

    @Override
    public @Nullable String find(String key) {
      if (!isSlowToSave) {
        await();
      }
      return delegate.find(key);
    }
  }

  private static final CallOptions SHORTLY =
      CallOptions.builder().timeout(Duration.ofSeconds(3)).build();

  @Test
  void slowStoreDoesNotHoldCallBeyondItsTimeout() {
    server.tool("dump").returns("x".repeat(100_000));
    SlowStore store = new SlowStore(true);
    start(store);

    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog")) {
      ToolOutput output = dump(SHORTLY);

      assertThat(output.isError()).isFalse();
      assertThat(output.text()).contains("characters left out").doesNotContain("read_result");
      assertThat(log.lines())
          .anyMatch(
              line -> line.contains("did not answer within 3 s (setting CallOptions.timeout)"));
      assertThat(catalog.servers().get(0).counters().resultsNotStored()).isEqualTo(1);
    } finally {
      store.answers.countDown();
    }
  }

  @Test
  void slowStoreDoesNotHoldReadBeyondItsTimeout() {
    server.tool("dump").returns("x".repeat(100_000));
    SlowStore store = new SlowStore(false);
    start(store);
    String handle = handle(dump());

    try {
      ToolOutput output = read(SHORTLY, "handle", handle);

      assertThat(output.text()).isEqualTo("The stored result cannot be read at the moment.");
      assertThat(output.failure()).hasStackTraceContaining("did not answer within 3 s");
    } finally {
      store.answers.countDown();
    }
  }

  @Test
  void shortResultsAreNotStored() {
    server.tool("dump").returns("short");
    List<String> keys = new ArrayList<>();
    InMemoryResultStore memory = InMemoryResultStore.create();
    start(
        new ResultStore() {
          @Override
          public boolean save(String key, String content) {
            keys.add(key);
            return memory.save(key, content);
          }

          @Override
          public @Nullable String find(String key) {
            return memory.find(key);
          }
        });

    assertThat(dump()).isEqualTo("short");
    assertThat(keys).isEmpty();
  }

  @Test
  void toolIsOfferedOnlyWithStore() {
    server.tool("dump").returns("short");
    start(ToolCatalog.builder(), ServerOptions.defaults());
    assertThat(catalog.tools()).extracting(CatalogTool::name).containsExactly("dump");
    catalog.close();

    start(InMemoryResultStore.create());

    assertThat(catalog.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("db__dump", "db__read_result");
    assertThat(TokenEstimate.of(catalog.tools().get(1).inputSchemaJson())).isLessThan(230);
  }

  @Test
  void ownToolOfServerTakesPrecedence() {
    server.tool("dump").returns("x".repeat(100_000));
    server.tool("read_result").returns("mine");
    start(InMemoryResultStore.create());

    assertThat(dump()).doesNotContain("read_result");
    assertThat(catalog.call("db__read_result", "{}").text()).isEqualTo("mine");
  }

  @Test
  void callerWithoutTheToolGetsNoHandle() {
    server.tool("dump").returns("x".repeat(100_000));
    start(InMemoryResultStore.create());
    ToolSelection dumpOnly = ToolSelection.builder().include("dump").build();

    assertThat(catalog.view(dumpOnly).call("db__dump", "{}").text()).doesNotContain("read_result");
  }

  @Test
  void readingNeedsNoApprovalButCanBeDenied() {
    server.tool("dump").returns("x".repeat(100_000));
    List<String> approvalRequests = new ArrayList<>();
    ApprovalPolicy ask =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handlerAsync(
                request -> {
                  approvalRequests.add(request.modelName());
                  return CompletableFuture.completedFuture(ApprovalDecision.allow());
                })
            .build();
    AtomicReference<ApprovalPolicy> policy = new AtomicReference<>(ask);
    start(
        ToolCatalog.builder().resultStore(InMemoryResultStore.create()).approval(policy::get),
        ServerOptions.defaults());
    String handle = handle(dump());

    assertThat(read("handle", handle)).contains("characters 0 to");
    assertThat(approvalRequests).containsExactly("db__dump");
    policy.set(ApprovalPolicy.builder().deny("read_result").build());
    assertThat(read(CallOptions.defaults(), "handle", handle).text()).contains("did not run");
  }

  @Test
  void resultOfAsynchronousCallIsStored() {
    server.tool("dump").returns("x".repeat(100_000));
    start(InMemoryResultStore.create());
    CallOptions ada = CallOptions.builder().user("ada").build();

    String shown = catalog.callAsync("db__dump", "{}", ada).join().text();

    assertThat(read(ada, "handle", handle(shown)).isError()).isFalse();
    assertThat(
            catalog
                .callAsync("db__read_result", Json.write(Map.of("handle", handle(shown))), ada)
                .join()
                .text())
        .contains("characters 0 to");
  }

  @Test
  void searchToolsReadOnButDoNotFindTheTool() {
    server.tool("dump").description("Dumps a result.").returns("x".repeat(30_000));
    start(InMemoryResultStore.create());
    SearchTools tools =
        catalog.searchable(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());

    assertThat(tools.call("search_tools", "{\"queries\": [\"read result\"]}").text())
        .doesNotContain("read_result");
    assertThat(tools.call("search_tools", "{\"server\": \"db\"}").text())
        .isEqualTo("Tools of db: db__dump");
    assertThat(tools.tools())
        .as("they say how to call a tool that a note names")
        .anyMatch(tool -> tool.inputSchemaJson().contains("note of a result"))
        .noneMatch(tool -> tool.description().contains("read_result"));
    String shown = tools.call("call_tool", "{\"name\": \"db__dump\"}").text();
    assertThat(shown).contains("read on with db__read_result, handle " + handle(shown));
    assertThat(
            tools
                .call(
                    "call_tool",
                    Json.write(
                        Map.of(
                            "name",
                            "db__read_result",
                            "arguments",
                            Map.of("handle", handle(shown)))))
                .text())
        .contains("characters 0 to");
  }

  @Test
  void toolCountsNotTowardsBudgetOfSearch() {
    server.tool("dump").description("Dumps a result.").returns("short");
    start(InMemoryResultStore.create());

    assertThat(catalog.searchable(ToolSearch.builder().tokenBudget(100).build()).isActive())
        .isFalse();
    server.tool("more").description("Does more. ".repeat(100)).returns("short");
    assertThat(catalog.refresh(List.of("db"), SOON)).isTrue();
    assertThat(catalog.searchable(ToolSearch.builder().tokenBudget(100).build()).isActive())
        .isTrue();
  }
}
