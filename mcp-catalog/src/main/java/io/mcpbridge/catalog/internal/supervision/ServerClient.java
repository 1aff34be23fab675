package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.client.ClientSettings;

/** The client of a server of the catalog, which the application may use as well. */
public final class ServerClient extends ClientEngine implements McpClient {

  ServerClient(ClientSettings settings) {
    super(settings);
  }
}
