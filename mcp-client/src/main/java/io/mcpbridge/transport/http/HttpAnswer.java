package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The messages in the body of an answer, whatever its content type. */
interface HttpAnswer {

  /**
   * The next message, or {@code null} when the body is at its end.
   *
   * @throws io.mcpbridge.json.JsonException if what came is no message
   */
  @Nullable JsonRpcMessage next() throws IOException;

  /** From where the rest can be asked for, if this ends too early. */
  default StreamPosition position() {
    return StreamPosition.START;
  }

  /** What it means that the body ended before the response. */
  McpException withoutResponse(HttpErrors errors);
}
