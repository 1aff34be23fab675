package io.mcpbridge.verification.fuzz;

/** The transport of the messages. */
enum Wire {
  STDIO("stdio"),
  HTTP_JSON("Streamable HTTP, JSON"),
  HTTP_EVENTS("Streamable HTTP, SSE"),
  HTTP_SSE("HTTP+SSE");

  private final String title;

  Wire(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
