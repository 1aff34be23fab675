package com.example.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same application before and after its migration: the same servers, model and answers. */
class MigrateFromLangChain4jTest {

  private final FakeMcpServer weather = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final OpenAiStub model = new OpenAiStub();
  private final BlockingQueue<String> audit = new LinkedBlockingQueue<>();

  /** The program, which returns an environment variable. */
  public static final class Files implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
      server.tool("list").handler(call -> FakeResult.text("a.txt in " + System.getenv("FOLDER")));
      server.tool("delete_all");
      return server;
    }
  }

  MigrateFromLangChain4jTest() {
    weather
        .tool("forecast")
        .description("Tells the weather")
        .inputSchema(
            """
            {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}""")
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    weather.tool("delete_station");
    weather.resource("weather://stations", "stations", "text/plain", "Oslo, Bergen");
    weather.prompt("briefing").argument("city", "Where", true).message("user", "Brief me, please");
  }

  @AfterEach
  void close() {
    model.close();
    weather.close();
  }

  @Test
  void worksBeforeMigration() throws InterruptedException {
    try (LangChain4jMcpDesk desk =
        new LangChain4jMcpDesk(model.model(), weather.url(), program(), audit::add)) {
      assertDeskWorks(desk);
    }
  }

  @Test
  void worksAfterMigration() throws InterruptedException {
    try (CatalogDesk desk = new CatalogDesk(model.model(), weather.url(), program(), audit::add)) {
      desk.awaitReady();
      assertDeskWorks(desk);
    }
  }

  private void assertDeskWorks(WeatherDesk desk) throws InterruptedException {
    model
        .calls(new Call("1", "weather__forecast", "{\"city\":\"Oslo\"}"))
        .calls(new Call("2", "files__list", "{}"))
        .says("Take an umbrella");

    assertThat(desk.ask("Weather?")).isEqualTo("Take an umbrella");
    assertThat(desk.stations()).isEqualTo("Oslo, Bergen");
    assertThat(desk.briefing("Oslo")).isEqualTo("Brief me, please");

    assertThat(model.requests().get(0).functions())
        .containsOnlyKeys("weather__forecast", "files__list");
    assertThat(model.requests().get(2).toolMessages())
        .isEqualTo(Map.of("1", "Rain in Oslo", "2", "a.txt in /data"));
    assertThat(weather.received())
        .extracting(received -> received.header("Authorization"))
        .containsOnly("Bearer letmein");
    assertThat(audit.poll(60, TimeUnit.SECONDS)).isEqualTo("a tool was called");
  }

  @Test
  void beforeUnavailableServerPreventsStart() {
    weather.http().stop();
    assertThatThrownBy(
            () -> new LangChain4jMcpDesk(model.model(), weather.url(), program(), audit::add))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void afterUnavailableServerDoesNotPreventStart() {
    weather.http().stop();
    try (CatalogDesk desk = new CatalogDesk(model.model(), weather.url(), program(), audit::add)) {
      desk.awaitReady();
      model.calls(new Call("1", "files__list", "{}")).says("One");

      assertThat(desk.ask("Which files?")).isEqualTo("One");
    }
  }

  private static List<String> program() {
    return FakeMcpServerMain.command(Files.class);
  }
}
