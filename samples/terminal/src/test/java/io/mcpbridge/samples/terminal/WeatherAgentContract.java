package io.mcpbridge.samples.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.samples.model.ScriptedModel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** How a sample uses the weather server as a child process, with the scripted model. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WeatherAgentContract {

  private static final Path WEATHER_SERVER = Path.of("../weather-server/target/weather-server.jar");
  private static final String OSLO = "Oslo: 4.5 degrees Celsius, light snow, wind 16 km/h";

  private ConfigurableApplicationContext sample;
  private ProcessHandle weatherServer;

  private final Class<?> application;
  private final Function<ApplicationContext, UnaryOperator<String>> assistant;

  /** A contract for what the sample's main method starts. */
  protected WeatherAgentContract(
      Class<?> application, Function<ApplicationContext, UnaryOperator<String>> assistant) {
    this.application = application;
    this.assistant = assistant;
  }

  @BeforeAll
  void start() {
    assertThat(WEATHER_SERVER).as("built by: ./mvnw package -pl samples/weather-server").exists();
    sample =
        TerminalApplication.start(
            application,
            "--no-npx",
            "--spring.profiles.active=scripted-model",
            "--weather-server.jar=" + WEATHER_SERVER);
    assertThat(sample.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    weatherServer = ProcessHandle.current().children().findFirst().orElseThrow();
  }

  @AfterAll
  void leaves_nothing_running() throws Exception {
    sample.close();

    assertThat(weatherServer.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("mcp-")) {
        thread.join(60_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void answers_with_what_the_server_really_said() {
    assertThat(answer("What is the weather in Oslo?"))
        .startsWith("[scripted model] weather__current_weather answered: " + OSLO);
  }

  @Test
  void answers_with_structured_content() {
    assertThat(answer("Convert 20 celsius to kelvin"))
        .contains("weather__convert_temperature answered: {\"value\":293.15");
  }

  @Test
  void passes_tool_errors_to_the_model() {
    assertThat(answer("What is the weather in Atlantis?"))
        .contains("No weather for \"Atlantis\". Known cities: Bergen, Cairo, Lima, Oslo");
  }

  @Test
  void sends_the_model_the_tools_and_then_the_result() {
    answer("What is the weather in Oslo?");

    List<String> requests = sample.getBean(ScriptedModel.class).requests();
    List<?> tools = json(requests.get(requests.size() - 2)).list("tools");
    List<?> messages = json(requests.get(requests.size() - 1)).list("messages");
    assertThat(tools)
        .extracting(tool -> function(tool).string("name"))
        .containsExactly("weather__current_weather", "weather__convert_temperature");
    assertThat(function(tools.get(0)).toJson()).contains("\"description\":\"Such as Oslo\"");
    JsonObject last = JsonObject.of(messages.get(messages.size() - 1));
    assertThat(last.string("role")).isEqualTo("tool");
    assertThat(last.toJson()).contains(OSLO);
  }

  private String answer(String question) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        TerminalApplication.chat(sample, assistant)
            .run(
                List.of(question),
                ConsoleInput.of(Reader.nullReader(), new StringBuilder()),
                new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(status).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonObject function(Object tool) {
    return JsonObject.of(JsonObject.of(tool).map("function"));
  }

  private static JsonObject json(String text) {
    return JsonObject.of(Json.readObject(text));
  }
}
