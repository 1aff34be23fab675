package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.JdbcResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.spring.boot.autoconfigure.McpResultStoreAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** The stores for large results, by properties. */
class ResultStorePropertiesTest {

  private static final Pattern HANDLE = Pattern.compile("r_[A-Za-z0-9_-]{22}");
  private static final String LONG = "x".repeat(60_000);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final EmbeddedDatabase database =
      new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .addScript("io/mcpbridge/result/h2/R__mcp_result.sql")
          .build();

  @AfterEach
  void close() {
    server.close();
    database.shutdown();
  }

  private ApplicationContextRunner application(String... properties) {
    server.tool("dump").returns(LONG);
    return CatalogApplication.application(properties)
        .withConfiguration(AutoConfigurations.of(McpResultStoreAutoConfiguration.class))
        .withPropertyValues("mcp.client.servers.db.url=" + server.url());
  }

  private static String dump(ToolCatalog catalog) {
    Matcher matcher = HANDLE.matcher(catalog.call("db__dump", "{}").text());
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }

  private static String read(ToolCatalog catalog, String handle) {
    return catalog.call("db__read_result", "{\"handle\": \"" + handle + "\"}").text();
  }

  private static void storesAndReads(ToolCatalog catalog) {
    assertThat(read(catalog, dump(catalog))).startsWith("(characters 0 to 19900 of 60000; ");
  }

  @Test
  void memory() {
    CatalogApplication.run(
        application("result-store.type=memory"), ResultStorePropertiesTest::storesAndReads);
    application("result-store.type=memory")
        .run(
            context ->
                assertThat(context.getBean(ResultStore.class))
                    .isInstanceOf(InMemoryResultStore.class)
                    .hasToString("InMemoryResultStore[67108864 bytes, PT1H]"));
  }

  @Test
  void file(@TempDir Path directory) {
    String[] properties = {
      "result-store.type=file", "result-store.directory=" + directory.resolve("results")
    };
    String[] handle = new String[1];

    CatalogApplication.run(application(properties), catalog -> handle[0] = dump(catalog));

    CatalogApplication.run(
        application(properties),
        catalog -> assertThat(read(catalog, handle[0])).startsWith("(characters 0 to "));
    application(properties)
        .run(
            context ->
                assertThat(context.getBean(ResultStore.class)).isInstanceOf(FileResultStore.class));
  }

  /** Of two instances, one calls the tool, and the other reads on. */
  @Test
  void jdbc() {
    ApplicationContextRunner application =
        application("result-store.type=jdbc").withBean(DataSource.class, () -> database);
    String[] handle = new String[1];

    CatalogApplication.run(application, catalog -> handle[0] = dump(catalog));

    CatalogApplication.run(
        application,
        catalog -> assertThat(read(catalog, handle[0])).startsWith("(characters 0 to "));
    assertThat(rows()).isEqualTo(1);
    assertThat(new JdbcTemplate(database).queryForList("select entry_key from mcp_result"))
        .allSatisfy(row -> assertThat(row.toString()).doesNotContain(handle[0]));
  }

  private Integer rows() {
    return new JdbcTemplate(database)
        .queryForObject("select count(*) from mcp_result", Integer.class);
  }

  @Test
  void jdbcStoreForgetsAfterTimeToLive() {
    Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return now[0];
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    ResultStore store =
        JdbcResultStore.builder(database)
            .timeToLive(Duration.ofMinutes(1))
            .maxBytes(100)
            .clock(clock)
            .build();
    String content = "text 3\n\u00e9\u20ac\ud83d\ude00";

    assertThat(store.save("a".repeat(64), content)).isTrue();
    assertThat(store.save("b".repeat(64), "x".repeat(101))).isFalse();
    assertThat(store.save("c".repeat(64), "\ud83d")).isFalse();
    now[0] = now[0].plusSeconds(59);
    assertThat(store.find("a".repeat(64))).isEqualTo(content);
    now[0] = now[0].plusSeconds(1);
    assertThat(store.find("a".repeat(64))).isNull();
    assertThat(rows()).isEqualTo(1);
    now[0] = now[0].plusSeconds(1);
    store.save("d".repeat(64), content);
    assertThat(rows()).as("the expired row is removed").isEqualTo(1);
  }

  @Test
  void noneIsTheDefault() {
    CatalogApplication.run(
        application(),
        catalog -> {
          assertThat(catalog.tools()).extracting(CatalogTool::name).containsExactly("dump");
          assertThat(catalog.call("db__dump", "{}").text().length()).isBetween(49_900, 50_000);
        });
    application("result-store.type=none")
        .run(context -> assertThat(context).doesNotHaveBean(ResultStore.class));
  }

  @Test
  void storeOfApplicationTakesPrecedence() {
    InMemoryResultStore store = InMemoryResultStore.create();
    CatalogApplication.run(
        application().withBean(ResultStore.class, () -> store),
        ResultStorePropertiesTest::storesAndReads);
    application("result-store.type=jdbc")
        .withBean(ResultStore.class, () -> store)
        .run(context -> assertThat(context.getBean(ResultStore.class)).isSameAs(store));
  }

  @Test
  void namesWrongProperties() {
    application("result-store.type=file").run(failsWith("mcp.client.result-store.directory"));
    application("result-store.type=jdbc").run(failsWith("no 'DataSource' bean"));
  }

  private static ContextConsumer<AssertableApplicationContext> failsWith(String words) {
    return context -> assertThat(context).getFailure().rootCause().hasMessageContaining(words);
  }
}
