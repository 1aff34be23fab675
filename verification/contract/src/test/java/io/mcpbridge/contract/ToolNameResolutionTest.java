package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How tool names written by a model are resolved. */
@ExtendWith(LeakCheck.class)
class ToolNameResolutionTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  private final List<ToolCatalog> catalogs = new ArrayList<>();

  @AfterEach
  void close() {
    catalogs.forEach(ToolCatalog::close);
    weather.close();
    news.close();
  }

  private ToolCatalog start(String... servers) {
    var builder = ToolCatalog.builder();
    for (String server : servers) {
      builder.server(server, (server.startsWith("weather") ? weather : news).transport());
    }
    ToolCatalog catalog = builder.build();
    catalogs.add(catalog);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  private static ToolOutput call(ToolCatalog catalog, String name) {
    return catalog.call(name, "{}", CallOptions.defaults());
  }

  private static void tools(FakeMcpServer server, String... names) {
    for (String name : names) {
      server.tool(name).returns("this is " + name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weather__get_forecast",
        "weather__get-forecast",
        "Weather__Get_Forecast",
        "weather.get_forecast",
        "weather/get_forecast",
        " weather__get_forecast ",
        "get_forecast"
      })
  void aNameThatTheModelMangledIsUnderstood(String written) {
    tools(weather, "get_forecast");
    tools(news, "search");
    ToolCatalog catalog = start("weather", "news");

    assertThat(call(catalog, written).text()).isEqualTo("this is get_forecast");
    assertThat(weather.received("tools/call").get(0).params().string("name"))
        .as("the server is called by its own name for it")
        .isEqualTo("get_forecast");
  }

  @Test
  void ambiguousNameCallsNoTool() {
    tools(weather, "search");
    tools(news, "search");
    ToolCatalog catalog = start("weather", "news");

    assertThat(call(catalog, "search").text())
        .isEqualTo(
            "There is no tool named search. Available tools: weather__search, news__search.");
    assertThat(call(catalog, "news.search").text()).isEqualTo("this is search");
    assertThat(weather.received("tools/call")).isEmpty();
  }

  /** The name of a tool that is hidden from the model resolves to no other tool. */
  @Test
  void hiddenToolNameResolvesToNoOtherTool() {
    tools(weather, "read", "Read");
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                weather.transport(),
                ServerOptions.builder()
                    .selection(ToolSelection.builder().hide("read").build())
                    .build())
            .build();
    catalogs.add(catalog);
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(catalog.snapshot().resolve("weather__read")).isNull();
    assertThat(catalog.snapshot().resolve("weather__READ").name()).isEqualTo("Read");
    assertThat(call(catalog, "weather__read").text())
        .as("the application's own")
        .isEqualTo("this is read");
  }

  @Test
  void suggestsSimilarToolNames() {
    tools(weather, "forecast", "history", "alerts", "radar");
    tools(news, "search", "headlines");
    ToolCatalog catalog = start("weather", "news");

    ToolOutput output = call(catalog, "forcast");

    assertThat(output.isError()).isTrue();
    assertThat(output.text())
        .isEqualTo("There is no tool named forcast. Similar names: weather__forecast.");
    assertThat(call(catalog, "book_a_flight").text())
        .isEqualTo("There is no tool named book_a_flight. Use a name from the list of tools.");
  }

  @Test
  void suggestsToolsOfServerForUnknownTool() {
    tools(weather, "forecast", "history");
    tools(news, "search");
    ToolCatalog catalog = start("weather", "news");

    assertThat(call(catalog, "weather__histori_of").text())
        .isEqualTo(
            "The server weather has no tool named weather__histori_of."
                + " Available tools: weather__history, weather__forecast.");
  }

  @Test
  void reportsDisconnectedAndConnectedServers() {
    tools(news, "search");
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", StdioTransport.of("no-such-command-anywhere"))
            .server("news", news.transport())
            .build();
    catalogs.add(catalog);
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(call(catalog, "weather__forecast").text())
        .isEqualTo(
            "There is no tool named weather__forecast: the server weather is not connected at"
                + " present. Connected servers: news. Go on without it or try later.");
  }

  @Test
  void reportsDisabledServer() {
    tools(weather, "forecast");
    tools(news, "search");
    ToolCatalog catalog = start("weather", "news");
    catalog.disable("weather", "an operator");

    assertThat(call(catalog, "weather__forecast").text())
        .isEqualTo(
            "There is no tool named weather__forecast: the server weather is disabled."
                + " Connected servers: news. Go on without it.");
  }

  @Test
  void unknownToolErrorReportsMissingServersOrTools() {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("news", news.transport())
            .connectWhen(new CompletableFuture<>())
            .build();
    catalogs.add(catalog);

    assertThat(call(catalog, "search").text())
        .isEqualTo(
            "There is no tool named search: no server is connected at present. Go on without tools"
                + " or try later.");
    assertThat(call(start("news"), "search").text())
        .isEqualTo(
            "There is no tool named search: the connected servers have no tools. Go on without"
                + " tools.");
  }

  @Test
  void truncatesAndSanitizesUnknownName() {
    tools(weather, "forecast");
    ToolCatalog catalog = start("weather");

    assertThat(call(catalog, "a\nb\u0000" + "x".repeat(5000)).text())
        .startsWith("There is no tool named a b?xxx")
        .hasSizeLessThan(200);
    assertThat(call(catalog, "").text()).startsWith("There is no tool named \"\".");
  }

  @Test
  void unusualToolNamesAreCallableAndStable() {
    String[] odd = {"wetter.für.morgen", "天気", "", "a b", "a_b", "a-b", "A_b", "r".repeat(200)};
    tools(weather, odd);
    tools(news, odd);
    ToolCatalog catalog = start("weather", "news");

    List<CatalogTool> listed = catalog.tools();
    assertThat(listed).extracting(CatalogTool::modelName).hasSize(2 * odd.length);
    assertThat(listed)
        .allSatisfy(
            tool -> {
              assertThat(tool.modelName()).matches("[A-Za-z_][A-Za-z0-9_-]{0,63}");
              assertThat(call(catalog, tool.modelName()).text())
                  .isEqualTo("this is " + tool.name());
            });
    assertThat(names(start("news", "weather"))).as("in another order").isEqualTo(names(catalog));
    assertThat(names(start("weather"))).as("alone").isSubsetOf(names(catalog));
  }

  private static Set<String> names(ToolCatalog catalog) {
    return catalog.tools().stream().map(CatalogTool::modelName).collect(Collectors.toSet());
  }
}
