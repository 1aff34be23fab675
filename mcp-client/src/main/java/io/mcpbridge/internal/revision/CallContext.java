package io.mcpbridge.internal.revision;

import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.codec.InputResponses;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.LoggingLevel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The context of one request.
 *
 * @param client the client's identity
 * @param meta the caller's members of {@code _meta}
 * @param progressToken the token for progress notifications; {@code null} to request none
 * @param logLevel minimum level of the server's log messages; {@code null} to request none
 * @param inputs the responses to the previous round's input requests; {@code null} in the first
 *     round
 * @param paramHeaders the tool arguments that are sent as headers on this connection
 * @param taskSupport the tools that must be called as tasks on this connection
 */
public record CallContext(
    ClientIdentity client,
    Map<String, @Nullable Object> meta,
    @Nullable RequestId progressToken,
    @Nullable LoggingLevel logLevel,
    @Nullable InputResponses inputs,
    ParamHeaders paramHeaders,
    TaskSupport taskSupport) {

  /** The {@code _meta} common to all revisions; a new map, which the caller may modify. */
  Map<String, @Nullable Object> metaWithToken() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(meta);
    if (progressToken != null) {
      all.put("progressToken", progressToken.value());
    }
    return all;
  }

  /** The progress token as sent. */
  @Nullable Object tokenValue() {
    return progressToken == null ? null : progressToken.value();
  }
}
