package io.mcpbridge.realservers.stores;

import com.zaxxer.hikari.HikariDataSource;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.JdbcTokenStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * An application instance in its own process, which renews a token on command: it reads the number
 * in the token and writes the next one. Concurrent renewals would lose an increment.
 */
final class Instance implements AutoCloseable {

  static final TokenKey KEY =
      new TokenKey("https://mcp.example.com/mcp", "resource", "issuer", "client", "ann");

  private final Process process;
  private final BufferedReader output;

  private Instance(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static Instance start() throws IOException {
    return new Instance(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                Instance.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Opens the connections and waits for them. */
  void connect(Database database, Database.Pool pool) throws IOException {
    tell("connect " + database.url() + " " + pool.words());
    if (!"connected".equals(readLine())) {
      throw new IOException("an instance did not connect");
    }
  }

  /**
   * Starts the turns; {@link #readLine} returns each, and {@code done} at the end.
   *
   * @param atMost timeout of one turn
   */
  void takeTurns(int count, Duration atMost) throws IOException {
    tell("turns " + count + " " + atMost.toMillis());
  }

  /** Starts a turn that never ends; {@link #readLine} then returns {@code inside}. */
  void hang(Duration atMost) throws IOException {
    tell("hang " + atMost.toMillis());
  }

  private void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  String readLine() throws IOException {
    return String.valueOf(output.readLine());
  }

  /** Kills the process with a signal that it cannot handle. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs in the child process. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = System.out;
    HikariDataSource pool = null;
    String line;
    while ((line = in.readLine()) != null) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "connect" -> {
          if (pool != null) {
            pool.close();
          }
          pool = new Database("", words[1]).pool(Database.Pool.of(words[2], words[3], words[4]));
          JdbcTokenStore.of(pool).find(KEY);
          out.println("connected");
        }
        case "turns" -> {
          Duration atMost = Duration.ofMillis(Long.parseLong(words[2]));
          for (int i = 0; i < Integer.parseInt(words[1]); i++) {
            out.println(turn(JdbcTokenStore.of(pool), atMost));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(2_000_000));
          }
          out.println("done");
        }
        case "hang" ->
            JdbcTokenStore.of(pool)
                .exclusively(
                    KEY,
                    Duration.ofMillis(Long.parseLong(words[1])),
                    () -> {
                      out.println("inside");
                      return read(in); // blocks forever
                    });
        default -> throw new IllegalArgumentException(line);
      }
    }
  }

  /** Start and end of the turn. */
  private static String turn(TokenStore store, Duration atMost) {
    return store.exclusively(
        KEY,
        atMost,
        () -> {
          long begin = System.nanoTime();
          store.save(KEY, token(number(store) + 1));
          return "turn " + begin + " " + System.nanoTime();
        });
  }

  static int number(TokenStore store) {
    OAuthToken token = store.find(KEY);
    return token == null ? 0 : Integer.parseInt(token.accessToken());
  }

  static OAuthToken token(int number) {
    return new OAuthToken("" + number, "Bearer", null, null, Set.of("a"), Set.of("a"), null);
  }

  private static String read(BufferedReader in) {
    try {
      return String.valueOf(in.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
