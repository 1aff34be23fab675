package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The messages in the body of a response, whatever its content type. */
public interface HttpResponseMessages {

  /**
   * The next message, or {@code null} at the end of the body.
   *
   * @throws io.mcpbridge.json.JsonException if the data is no message
   */
  @Nullable JsonRpcMessage next() throws IOException;

  /** The position from which the rest can be requested if the body ends too early. */
  default StreamPosition position() {
    return StreamPosition.START;
  }

  /** The exception for a body that ended before the JSON-RPC response. */
  McpException withoutResponse(HttpErrors errors);
}
