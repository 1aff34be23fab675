package io.mcpbridge.samples.weather;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.Tool;
import io.mcpbridge.test.FakeMcpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeatherServerTest {

  private final FakeMcpServer server = WeatherServer.create();
  private final McpClient client = McpClient.of(server.transport());

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void offers_two_tools() {
    assertThat(client.listTools())
        .extracting(Tool::name)
        .containsExactly("current_weather", "convert_temperature");
  }

  @Test
  void city_name_is_case_insensitive() {
    CallToolResult result = client.callTool("current_weather", "{\"city\": \" oslo \"}");

    assertThat(result.isError()).isFalse();
    assertThat(result.text()).isEqualTo("Oslo: 4.5 degrees Celsius, light snow, wind 16 km/h");
  }

  @Test
  void lists_known_cities_for_unknown_city() {
    CallToolResult result = client.callTool("current_weather", "{\"city\": \"Atlantis\"}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .isEqualTo(
            "No weather for \"Atlantis\". Known cities: Bergen, Cairo, Lima, Oslo, Singapore.");
  }

  @ParameterizedTest
  @CsvSource({
    "20, celsius, fahrenheit, 68.0",
    "-40, fahrenheit, celsius, -40.0",
    "0, kelvin, celsius, -273.15",
    "21.5, celsius, celsius, 21.5"
  })
  void converts_between_scales(String value, String from, String to, String expected) {
    CallToolResult result = client.callTool("convert_temperature", arguments(value, from, to));

    assertThat(result.isError()).isFalse();
    assertThat(result.structuredContent()).isNotNull();
    assertThat(result.structuredContent().toJson())
        .isEqualTo("{\"value\":" + expected + ",\"scale\":\"" + to + "\"}");
  }

  @ParameterizedTest
  @CsvSource({"20, celsius, reaumur", "\"warm\", celsius, kelvin", "20, '', kelvin"})
  void says_what_a_conversion_needs(String value, String from, String to) {
    CallToolResult result = client.callTool("convert_temperature", arguments(value, from, to));

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("'value' as a number").contains("fahrenheit or kelvin");
  }

  private static String arguments(String value, String from, String to) {
    return "{\"value\": " + value + ", \"from\": \"" + from + "\", \"to\": \"" + to + "\"}";
  }
}
