package io.mcpbridge.catalog.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNameResolverTest {

  private final List<CatalogTool> tools = new ArrayList<>();

  private CatalogTool tool(String server, String name) {
    Tool tool =
        new Tool(
            name, null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
    CatalogTool added =
        new CatalogTool(ToolNames.modelName(server, name), server, tool, tool, Visibility.OFFERED);
    tools.add(added);
    return added;
  }

  private CatalogTool resolve(String written) {
    return new ToolNameResolver(tools, Map.of()).resolve(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my-weather__get_forecast",
        "my_weather__get_forecast",
        "my-weather__get-forecast",
        "My-Weather__Get_Forecast",
        "my-weather.get_forecast",
        "my-weather/get_forecast",
        "my-weather:get_forecast",
        "my-weather_get_forecast",
        " my-weather__get_forecast\n",
        "get_forecast",
        "get-forecast",
        "functions.my-weather__get_forecast",
        "default_api:get_forecast",
        "mcp__my-weather__get_forecast"
      })
  void resolvesNamesAsModelsMangleThem(String written) {
    CatalogTool forecast = tool("my-weather", "get_forecast");
    tool("news", "search");

    assertThat(resolve(written)).isSameAs(forecast);
  }

  @Test
  void resolvesOriginalNameOfSanitizedTool() {
    CatalogTool dotted = tool("weather", "wetter.für.morgen");
    CatalogTool longest = tool("weather", "read".repeat(50));

    assertThat(resolve("weather__wetter.für.morgen")).isSameAs(dotted);
    assertThat(resolve("Wetter_Für_Morgen")).isSameAs(dotted);
    assertThat(resolve("weather__" + "read".repeat(50))).isSameAs(longest);
  }

  @Test
  void doesNotResolveAmbiguousName() {
    CatalogTool news = tool("news", "search");
    tool("web", "search");
    tool("files", "read_all");
    tool("files", "read-all");

    assertThat(resolve("search")).isNull();
    assertThat(resolve("functions.search")).isNull();
    assertThat(resolve("files.read_all")).isNull();
    assertThat(resolve("news.search")).isSameAs(news);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "__", "nothing", "forecas", "weather", "forecast__weather"})
  void doesNotResolveUncertainName(String written) {
    tool("weather", "forecast");
    tool("weather", "");

    assertThat(resolve(written)).isNull();
  }

  @Test
  void resolutionIsIndependentOfOrder() {
    tool("a", "search");
    tool("b", "search");
    CatalogTool only = tool("b", "only");
    Collections.reverse(tools);

    assertThat(resolve("only")).isSameAs(only);
    assertThat(resolve("search")).isNull();
  }

  @Test
  void suggestsAtMostFiveNearestNames() {
    tool("news", "forecasts");
    tool("weather", "forecast");
    tool("weather", "broadcast");
    tool("far", "something_else_entirely");
    for (int i = 0; i < 10; i++) {
      tool("s" + i, "forecast" + i);
    }

    assertThat(new ToolNameResolver(tools, Map.of()).nearest("weather__forcast"))
        .startsWith("weather__forecast")
        .hasSizeLessThanOrEqualTo(5);
    assertThat(new ToolNameResolver(tools, Map.of()).nearest("forecast"))
        .startsWith("weather__forecast", "news__forecasts")
        .hasSize(5)
        .doesNotHaveDuplicates();
    assertThat(new ToolNameResolver(tools, Map.of()).nearest("quite another thing")).isEmpty();
  }

  @Test
  void suggestsOnlyToolsOfKnownServer() {
    tool("weather", "forecast");
    tool("weather", "history_of_rain");
    tool("news", "forecast");

    assertThat(new ToolNameResolver(tools, Map.of()).nearest("weather__histry_of_rain", "weather"))
        .containsExactly("weather__history_of_rain", "weather__forecast");
  }

  @Test
  void resolvesNoToolForVeryLongName() {
    tool("weather", "forecast");

    assertThat(resolve("x".repeat(1_000_000))).isNull();
    assertThat(new ToolNameResolver(tools, Map.of()).nearest("x".repeat(1_000_000))).isEmpty();
  }
}
