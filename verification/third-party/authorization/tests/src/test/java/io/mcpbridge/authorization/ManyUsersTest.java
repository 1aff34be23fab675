package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.authorization.Person.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Several calls find at the same time that the token has expired. */
class ManyUsersTest {

  private static final int CALLS = 3;
  private static final List<String> USERS = List.of("cleo", "dan");

  private final Servers servers = Servers.running();

  @Test
  void refreshesTokenOncePerUser() throws Exception {
    ThreadLocal<String> user = new ThreadLocal<>();
    String url = servers.url("opaque");
    RecordingTokenStore tokenStore = new RecordingTokenStore();
    for (String name : USERS) {
      try (ClientApp app =
          ClientApp.of(
              url,
              new Script(),
              name,
              Decision.AGREE,
              tokenStore,
              credentials -> credentials.client(servers.client("desk")).principal(() -> name))) {
        assertThat(app.whoami()).isEqualTo(name);
      }
    }
    int before = servers.requests().size();

    ExecutorService threads = Executors.newFixedThreadPool(CALLS * USERS.size());
    CyclicBarrier together = new CyclicBarrier(CALLS * USERS.size());
    try (ClientApp app =
        ClientApp.of(
            url,
            new Script(),
            "unknown",
            Decision.REFUSE,
            tokenStore.expired(),
            credentials -> credentials.client(servers.client("desk")).principal(user::get))) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < CALLS * USERS.size(); i++) {
        String name = USERS.get(i % USERS.size());
        answers.add(
            threads.submit(
                () -> {
                  user.set(name);
                  together.await();
                  return name + " is " + app.whoami();
                }));
      }
      for (Future<String> answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS)).isIn("cleo is cleo", "dan is dan");
      }
      assertThat(app.visits()).isZero();
    } finally {
      threads.shutdownNow();
    }

    List<String> all = servers.requests();
    assertThat(all.subList(before, all.size()))
        .hasSize(USERS.size())
        .allMatch(line -> line.startsWith("token grant_type=refresh_token"))
        .allMatch(line -> line.endsWith("-> 200"));
  }
}
