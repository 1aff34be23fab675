package io.mcpbridge.verification.javasdk;

import io.modelcontextprotocol.server.McpServer.StatelessSyncSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;

/** Without a session the server cannot send progress or requests to a client. */
final class StatelessServer {

  private StatelessServer() {}

  static void describe(StatelessSyncSpecification server) {
    server
        .serverInfo(Descriptions.NAME, Descriptions.VERSION)
        .instructions(Descriptions.INSTRUCTIONS)
        .toolCall(Descriptions.ECHO, (context, request) -> Descriptions.echo(request))
        .toolCall(Descriptions.ADD, (context, request) -> Descriptions.add(request))
        .toolCall(Descriptions.FAIL, (context, request) -> Descriptions.fail())
        .toolCall(Descriptions.CRASH, (context, request) -> Descriptions.crash())
        .resources(
            new SyncResourceSpecification(
                Descriptions.NOTE, (context, request) -> Descriptions.note(request)))
        .prompts(
            new SyncPromptSpecification(
                Descriptions.WELCOME, (context, request) -> Descriptions.welcome(request)))
        .build();
  }
}
