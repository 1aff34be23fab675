package io.mcpbridge.transport;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records what a channel reports to its listener. */
public final class RecordingChannelListener implements ChannelListener {

  public final BlockingQueue<JsonRpcMessage> messages = new LinkedBlockingQueue<>();
  public final BlockingQueue<McpException> losses = new LinkedBlockingQueue<>();

  @Override
  public void onMessage(JsonRpcMessage message) {
    messages.add(message);
  }

  @Override
  public void onLost(McpException cause) {
    losses.add(cause);
  }

  /** The next message, which must come. */
  public JsonRpcMessage message() throws InterruptedException {
    JsonRpcMessage message = messages.poll(60, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("no message was heard");
    }
    return message;
  }

  /** The loss, which must come. */
  public McpException loss() throws InterruptedException {
    McpException loss = losses.poll(60, TimeUnit.SECONDS);
    if (loss == null) {
      throw new AssertionError("the channel was not lost");
    }
    return loss;
  }
}
