package io.mcpbridge.revision;

import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an error says about the revisions that a server speaks. */
final class SupportedVersions {

  private SupportedVersions() {}

  /** The {@code data.supported} of an error; empty if it has none. */
  static List<String> of(@Nullable JsonRpcError error) {
    JsonObject data = error == null ? null : JsonObject.orNull(error.data());
    return data == null ? List.of() : data.strings("supported");
  }

  /**
   * Whether only a server of the stateless era can have answered so (2026-07-28, Streamable HTTP,
   * backward compatibility). Codes of pre-release builds do not count: older servers use them for
   * other things.
   */
  static boolean isEvidence(JsonRpcError error) {
    return switch (error.code()) {
      case JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION -> !of(error).isEmpty();
      case JsonRpcError.MISSING_REQUIRED_CLIENT_CAPABILITY -> {
        JsonObject data = JsonObject.orNull(error.data());
        yield data != null && data.object("requiredCapabilities") != null;
      }
      default -> error.code() == JsonRpcError.HEADER_MISMATCH;
    };
  }

  static McpUnsupportedVersionException nothingInCommon(List<String> supported) {
    return new McpUnsupportedVersionException(
        "no protocol revision in common: the server speaks "
            + Revisions.list(supported)
            + ", this client "
            + Revisions.list(Revisions.versions()),
        supported);
  }
}
