package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verifies that the log search detects secrets. */
class NothingLeaksTest {

  @Test
  void detectsSecretInLog() {
    Servers servers = Servers.running();
    try (Desk desk = Desk.of(servers.door("jwt"), more -> more.client(servers.client("nightly")))) {
      desk.whoami();
      String token = desk.kept().token().accessToken();

      assertThat(NothingLeaks.in("fine\nAuthorization: Bearer " + token + "\nfine")).hasSize(1);
      assertThat(NothingLeaks.in("client_secret=the-secret-of-nightly")).hasSize(1);
    }
    assertThat(NothingLeaks.log()).as("what is logged at DEBUG").contains("/jwt/mcp");
  }
}
