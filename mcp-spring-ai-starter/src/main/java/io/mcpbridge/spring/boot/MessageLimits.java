package io.mcpbridge.spring.boot;

import io.mcpbridge.json.JsonLimits;

/** The size and depth limits of a server's messages. */
final class MessageLimits {

  private JsonLimits limits = JsonLimits.defaults();

  private MessageLimits() {}

  static JsonLimits of(ServerSettings settings) {
    MessageLimits message = new MessageLimits();
    settings.useNamed(
        JsonLimits.MAX_MESSAGE_BYTES,
        p -> p.limits().maxMessageBytes(),
        (names, size) -> {
          int bytes = (int) Math.min(size.toBytes(), Integer.MAX_VALUE);
          message.limits =
              message.limits.withMaxMessageBytes(
                  names.atLeastOne(JsonLimits.MAX_MESSAGE_BYTES, bytes));
        });
    settings.useNamed(
        JsonLimits.MAX_DEPTH,
        p -> p.limits().maxJsonDepth(),
        (names, depth) ->
            message.limits =
                message.limits.withMaxDepth(names.atLeastOne(JsonLimits.MAX_DEPTH, depth)));
    return message.limits;
  }
}
