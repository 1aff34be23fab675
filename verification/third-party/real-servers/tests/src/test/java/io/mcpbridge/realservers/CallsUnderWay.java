package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Concurrent and canceled calls. */
final class CallsUnderWay {

  private static final Duration SOON = Duration.ofSeconds(60);

  private CallsUnderWay() {}

  static List<Progress> progress(McpClient client, String tool, Map<String, ?> arguments) {
    List<Progress> reports = new ArrayList<>();
    client
        .newCall(
            new CallToolRequest(tool, Map.copyOf(arguments)),
            CallOptions.builder().onProgress(reports::add).build())
        .execute();
    return reports;
  }

  /** Calls a tool that echoes its argument many times concurrently. */
  static void keepApart(McpClient client, String tool, String argument) {
    many(client, tool, argument)
        .forEach((text, call) -> assertThat(call.join().text()).contains(text));
  }

  /**
   * The same for a server that writes concurrent messages into each other, and so may also send one
   * call's result with another's id: every call ends.
   */
  static void awaitAll(McpClient client, String tool, String argument) {
    many(client, tool, argument)
        .forEach((text, call) -> call.exceptionally(CallsUnderWay::noResult).join());
  }

  private static CallToolResult noResult(Throwable failure) {
    assertThat(failure instanceof CompletionException ? failure.getCause() : failure)
        .isInstanceOf(McpException.class);
    return null;
  }

  private static Map<String, CompletableFuture<CallToolResult>> many(
      McpClient client, String tool, String argument) {
    Map<String, CompletableFuture<CallToolResult>> calls = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      String text = "<" + i + ">";
      calls.put(text, client.callToolAsync(tool, Map.of(argument, text)));
    }
    return calls;
  }

  /** Cancels a call in flight, and verifies that late messages about it do no harm. */
  static void giveUp(McpClient client, String tool, Map<String, ?> arguments) {
    List<Progress> reports = new CopyOnWriteArrayList<>();
    CountDownLatch begun = new CountDownLatch(1);
    McpCall<CallToolResult> call =
        client.newCall(
            new CallToolRequest(tool, Map.copyOf(arguments)),
            CallOptions.builder()
                .onProgress(
                    report -> {
                      reports.add(report);
                      begun.countDown();
                    })
                .build());
    CompletableFuture<CallToolResult> future = call.submit();
    assertThatCode(() -> assertThat(begun.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue())
        .doesNotThrowAnyException();

    call.cancel();

    assertThat(future)
        .failsWithin(SOON)
        .withThrowableThat()
        .withCauseInstanceOf(McpCancelledException.class);
    int heard = reports.size();
    assertThat(client.listTools()).isNotEmpty();
    assertThat(reports).hasSize(heard);
  }
}
