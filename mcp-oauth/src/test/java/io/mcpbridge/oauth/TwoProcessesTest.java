package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.FileTokenStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs of a tool share one file of tokens: this JVM, and another one. */
class TwoProcessesTest {

  @TempDir private Path folder;
  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private Process otherProcess;

  @AfterEach
  void close() throws InterruptedException {
    if (otherProcess != null) {
      otherProcess.destroyForcibly().waitFor();
    }
    environment.close();
  }

  /** The other process: refreshes a token on command, slowly. */
  public static void main(String[] args) throws IOException {
    FileTokenStore store = FileTokenStore.of(Path.of(args[0]));
    TokenKey key = new TokenKey(args[1], args[1], args[2], "dynamic", "application");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = System.out;
    while (in.readLine() != null) {
      store.exclusively(
          key,
          Duration.ofSeconds(10),
          () -> {
            out.println("renewing");
            String token = line(in);
            store.save(
                key, new OAuthToken(token, "Bearer", "r-" + token, null, Set.of(), Set.of(), null));
            return token;
          });
    }
  }

  private static String line(BufferedReader in) {
    try {
      return String.valueOf(in.readLine());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void sendLine(String line) throws IOException {
    otherProcess.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    otherProcess.getOutputStream().flush();
  }

  private static String sentBy(OAuthCredentials credentials, URI server) {
    return credentials
        .headersFor(new OutgoingRequest("POST", server, new byte[0]))
        .get("Authorization");
  }

  /** Has its token refused, and returns once it waits for the other process. */
  private static FutureTask<Boolean> renewInBackground(OAuthCredentials credentials, String token)
      throws InterruptedException {
    FutureTask<Boolean> renewal =
        new FutureTask<>(
            () -> credentials.renew(new Challenge(401, List.of("Bearer"), null, token)));
    Thread thread = new Thread(renewal, "renewal");
    thread.start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!waitsForTheLock(thread) && !renewal.isDone() && System.nanoTime() - end < 0) {
      thread.join(5);
    }
    return renewal;
  }

  private static boolean waitsForTheLock(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals("pause") && frame.getClassName().endsWith("WriteLock")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void secondProcessUsesTokenOrTakesOverAfterCrash() throws Exception {
    Path file = folder.resolve("tokens.json");
    URI server = URI.create(environment.mcpUrl());
    MutableClock clock = new MutableClock();
    OAuthCredentials credentials =
        environment.credentials().tokenStore(FileTokenStore.of(file)).clock(clock).build();
    environment.client(credentials).listTools();
    clock.pass(Duration.ofMinutes(10));
    String first = sentBy(credentials, server);
    otherProcess =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlog-name=all-tests-other-process",
                "-cp",
                System.getProperty("java.class.path"),
                TwoProcessesTest.class.getName(),
                file.toString(),
                environment.mcpUrl(),
                environment.issuer())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = otherProcess.inputReader(StandardCharsets.UTF_8);
    sendLine("renew");
    assertThat(output.readLine()).isEqualTo("renewing");

    FutureTask<Boolean> waiting = renewInBackground(credentials, first);
    assertThat(waiting).isNotDone();
    sendLine("theirs");

    assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sentBy(credentials, server)).isEqualTo("Bearer theirs");
    assertThat(refreshes()).isZero();

    sendLine("renew");
    assertThat(output.readLine()).isEqualTo("renewing");
    waiting = renewInBackground(credentials, "Bearer theirs");
    assertThat(waiting).isNotDone();
    otherProcess.destroyForcibly();

    assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sentBy(credentials, server)).endsWith("-2");
    assertThat(refreshes()).isEqualTo(1);
  }

  private long refreshes() {
    return environment.auth.requests("/token").stream()
        .filter(request -> request.form().get("grant_type").equals("refresh_token"))
        .count();
  }
}
