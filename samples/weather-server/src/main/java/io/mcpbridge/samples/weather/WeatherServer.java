package io.mcpbridge.samples.weather;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.test.exchange.FakeCall;
import java.util.Optional;

/**
 * An MCP server over standard input and output, built with the scriptable server of {@code
 * mcp-test}. Exits when its input ends. Writes only protocol messages to standard output, and its
 * log to standard error.
 */
public final class WeatherServer {

  private WeatherServer() {}

  /** Serves until standard input ends. */
  public static void main(String[] args) {
    try (FakeMcpServer server = create()) {
      StdioEndpoint.serve(server, System.in, System.out);
    }
  }

  static FakeMcpServer create() {
    FakeMcpServer server = FakeMcpServer.create().named("weather", "1.0.0");
    server
        .tool("current_weather")
        .description("The current weather in a city.")
        .inputSchema(
            """
            {"type": "object",
             "properties": {"city": {"type": "string", "description": "Such as Oslo"}},
             "required": ["city"]}""")
        .annotations("{\"readOnlyHint\": true}")
        .handler(WeatherServer::currentWeather);
    server
        .tool("convert_temperature")
        .description("Converts a temperature from one scale to another.")
        .inputSchema(
            """
            {"type": "object",
             "properties": {
               "value": {"type": "number", "description": "In degrees"},
               "from": {"enum": ["celsius", "fahrenheit", "kelvin"]},
               "to": {"enum": ["celsius", "fahrenheit", "kelvin"]}},
             "required": ["value", "from", "to"]}""")
        .outputSchema(
            """
            {"type": "object",
             "properties": {"value": {"type": "number"}, "scale": {"type": "string"}},
             "required": ["value", "scale"]}""")
        .annotations("{\"readOnlyHint\": true}")
        .handler(WeatherServer::convertTemperature);
    return server;
  }

  private static FakeResult currentWeather(FakeCall call) {
    String name = call.string("city");
    return City.named(name)
        .map(city -> FakeResult.text(city.weather()))
        .orElseGet(
            () ->
                FakeResult.error(
                    "No weather for \"" + name + "\". Known cities: " + City.names() + "."));
  }

  private static FakeResult convertTemperature(FakeCall call) {
    Optional<TemperatureScale> from = TemperatureScale.named(call.string("from"));
    Optional<TemperatureScale> to = TemperatureScale.named(call.string("to"));
    Number value = call.arguments().number("value");
    if (value == null || from.isEmpty() || to.isEmpty()) {
      return FakeResult.error(
          "Give 'value' as a number, and 'from' and 'to' as celsius, fahrenheit or kelvin.");
    }
    double converted = from.get().convert(value.doubleValue(), to.get());
    return FakeResult.structured(
        "{\"value\": " + converted + ", \"scale\": \"" + to.get().label() + "\"}");
  }
}
