package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;

/**
 * One MCP server to call. Connects on first need, whatever revision the server speaks, and again
 * after the connection was lost. Thread-safe: any number of calls may be under way at once; each
 * blocks the thread that makes it, so that the caller's context is there for interceptors and
 * credentials.
 *
 * <pre>{@code
 * try (McpClient files = McpClient.builder(StdioTransport.of("npx", "-y", "some-server")).build()) {
 *   files.listTools().forEach(tool -> System.out.println(tool.name()));
 *   System.out.println(files.callTool("read_file", "{\"path\": \"notes.txt\"}").text());
 * }
 * }</pre>
 */
public final class McpClient implements AutoCloseable {

  private final ClientSettings settings;
  private final Calls calls;
  private final ToolPages toolPages;

  McpClient(ClientSettings settings) {
    this.settings = settings;
    this.toolPages = new ToolPages(settings.maxPages(), new Omissions(settings.name())::say);
    this.calls = new Calls(settings, toolPages);
  }

  /** Begins a client for the server at that place; {@link McpClientBuilder#build()} does no I/O. */
  public static McpClientBuilder builder(Transport transport) {
    return new McpClientBuilder(transport);
  }

  /** The name the server was configured under; used in messages. */
  public String name() {
    return settings.name();
  }

  /**
   * What the server said of itself; connects if that has not happened yet.
   *
   * @throws McpException if it cannot be reached
   */
  public ServerInfo server() {
    Deadline deadline = Deadline.after(settings.connectTimeout(), "connect-timeout");
    return calls.noting("connecting", () -> calls.connector().connection(deadline).server());
  }

  /** Whether there is a connection that further calls can be tried on. Does no I/O. */
  public boolean isConnected() {
    return calls.connector().ifConnected() != null;
  }

  /**
   * Gives up the connection, if there is one; the next need opens another and greets the server
   * anew, which may be a different one by then. Calls under way come to their end where the
   * transport can still bring their answers.
   */
  public void disconnect() {
    calls.connector().retire(calls.connector().ifConnected());
  }

  /**
   * All tools of the server, following its pages; each within the list timeout.
   *
   * @throws McpException if it fails
   */
  public List<Tool> listTools() {
    return toolPages.all(
        page ->
            calls
                .call(
                    page,
                    CallOptions.defaults(),
                    Deadline.after(settings.listTimeout(), "list-timeout"))
                .execute());
  }

  /**
   * Calls a tool with the client's default options.
   *
   * @param name the tool's name on this server
   * @param argumentsJson a JSON object
   * @throws McpException if the call fails; a tool that says it failed is a result
   * @throws io.mcpbridge.json.JsonException if the arguments are no JSON object
   */
  public CallToolResult callTool(String name, String argumentsJson) {
    return newCall(
            new CallToolRequest(name, Json.readObject(argumentsJson)), CallOptions.defaults())
        .execute();
  }

  /**
   * Tells the server that the roots have changed, where its revision has a way to be told (up to
   * 2025-11-25) and there is a connection.
   *
   * @throws McpException if it cannot be told
   */
  public void rootsChanged() {
    Connection connection = calls.connector().ifConnected();
    Outbound notice = connection == null ? null : connection.revision().rootsChanged();
    if (connection != null && notice != null) {
      Deadline deadline = Deadline.after(settings.timeout(), "timeout");
      calls.noting(
          notice.subject(),
          () -> {
            connection.channel().send(notice, deadline);
            return true;
          });
    }
  }

  /** A request to be made now or in the background. Its deadline starts here. */
  public <R extends McpResult> McpCall<R> newCall(McpRequest<R> request, CallOptions options) {
    Duration limit = options.timeout() == null ? settings.timeout() : options.timeout();
    return calls.call(request, options, Deadline.after(limit, "timeout"));
  }

  /** Ends the connection in bounded time; calls under way fail. Harmless when repeated. */
  @Override
  public void close() {
    calls.close();
  }
}
