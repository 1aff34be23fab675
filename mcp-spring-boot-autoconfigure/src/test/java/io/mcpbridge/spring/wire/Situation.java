package io.mcpbridge.spring.wire;

/** A model's tool call and its outcome. */
enum Situation {
  RESULT("the tool answers", "weather__forecast", "{\"city\":\"Oslo\",\"days\":2}"),
  STRUCTURED("the tool answers with structured content", "weather__stations", "{}"),
  IMAGE("the result has an image", "sky__chart", "{}"),
  AUDIO("the result has audio", "sky__thunder", "{}"),
  FAILED("the tool fails (`isError`)", "weather__archive", "{\"year\":1889}"),
  REFUSED("the server refuses the call (JSON-RPC error)", "weather__warnings", "{}"),
  UNKNOWN("there is no such tool", "weather__prophecy", "{\"city\":\"Oslo\"}"),
  MANGLED("the name is nearly right", "weather.forecast", "{\"city\":\"Oslo\",\"days\":2}"),
  NO_JSON("the arguments are not JSON", "weather__forecast", "{\"city\":\"Os"),
  UNFIT("the arguments do not fit the schema", "weather__forecast", "{\"days\":\"many\"}"),
  TIMEOUT("the tool does not answer in time", "weather__radar", "{}"),
  DOWN("the server is down", "lighthouse__light", "{}");

  private final String words;
  private final String tool;
  private final String arguments;

  Situation(String words, String tool, String arguments) {
    this.words = words;
    this.tool = tool;
    this.arguments = arguments;
  }

  String words() {
    return words;
  }

  /** The name that the model calls. */
  String tool() {
    return tool;
  }

  /** The arguments that the model writes. */
  String arguments() {
    return arguments;
  }
}
