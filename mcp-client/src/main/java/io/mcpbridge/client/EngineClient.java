package io.mcpbridge.client;

import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.client.ClientSettings;

/** A client that an application builds. */
final class EngineClient extends ClientEngine implements McpClient {

  EngineClient(ClientSettings settings) {
    super(settings);
  }
}
