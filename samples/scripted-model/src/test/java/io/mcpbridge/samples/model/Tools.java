package io.mcpbridge.samples.model;

/** A few tools, as two or three servers would offer them together. */
final class Tools {

  private Tools() {}

  static RequestBody offeredTo(String question) {
    return offeredTo(RequestBody.ask(question));
  }

  static RequestBody offeredTo(RequestBody body) {
    return body.tool(
            "weather__forecast",
            "Tells the weather of a city. Temperatures are in degrees.",
            """
            {"type": "object", "required": ["city"], "properties": {
              "city": {"type": "string"},
              "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
              "days": {"type": "integer"}}}""")
        .tool(
            "files__read_text_file",
            "Reads a text file completely, unless told otherwise.",
            """
            {"type": "object", "required": ["path"], "properties": {
              "path": {"type": "string"},
              "tail": {"type": "number", "description": "Only the last lines."},
              "head": {"type": "number", "description": "Only the first lines."}}}""")
        .tool(
            "files__write_file",
            "Makes a new file or overwrites an old one.",
            """
            {"type": "object", "required": ["path", "content"], "properties": {
              "path": {"type": "string"}, "content": {"type": "string"}}}""")
        .tool(
            "files__list_directory",
            "Names what a directory holds: files and further directories.",
            """
            {"type": "object", "required": ["path"], "properties": {
              "path": {"type": "string"}, "recursive": {"type": "boolean"}}}""")
        .tool(
            "math__get-sum",
            "Adds two numbers.",
            """
            {"type": "object", "required": ["a", "b"], "properties": {
              "a": {"type": "number"}, "b": {"type": "number"}}}""")
        .tool(
            "demo__echo",
            "Says the message back.",
            """
            {"type": "object", "required": ["message"], "properties": {
              "message": {"type": "string"}}}""");
  }
}
