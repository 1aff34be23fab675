package io.mcpbridge.revision;

import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.LoggingLevel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What travels with one request besides the request itself.
 *
 * @param client who asks
 * @param meta members of {@code _meta} that the caller wants to send
 * @param progressToken under which the server may report progress; {@code null} to not ask for it
 * @param logLevel from which on the caller wants to hear what the server logs; {@code null} for not
 *     at all
 * @param inputs what the server asked for in the round before; {@code null} in the first
 * @param paramHeaders which arguments of tools travel as headers on this connection
 * @param taskSupport which tools have to be called as tasks on this connection
 */
public record CallContext(
    ClientIdentity client,
    Map<String, @Nullable Object> meta,
    @Nullable RequestId progressToken,
    @Nullable LoggingLevel logLevel,
    @Nullable InputResponses inputs,
    ParamHeaders paramHeaders,
    TaskSupport taskSupport) {

  /** What is sent as {@code _meta} in every revision; the caller's to add to. */
  Map<String, @Nullable Object> metaWithToken() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(meta);
    if (progressToken != null) {
      all.put("progressToken", progressToken.value());
    }
    return all;
  }

  /** The progress token as it travels. */
  @Nullable Object tokenValue() {
    return progressToken == null ? null : progressToken.value();
  }
}
