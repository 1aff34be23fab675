package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses a server's supported revisions from an error. */
final class SupportedVersions {

  private SupportedVersions() {}

  /** The error's {@code data.supported}; empty if absent. */
  static List<String> of(@Nullable JsonRpcError error) {
    JsonObject data = error == null ? null : JsonObject.orNull(error.data());
    return data == null ? List.of() : data.strings("supported");
  }

  /**
   * Whether only a server of the stateless era can have sent this error (2026-07-28, Streamable
   * HTTP, backward compatibility). Excludes the codes of pre-release builds, which older servers
   * use for other errors.
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
