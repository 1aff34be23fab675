package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verifies that the log search detects secrets. */
class NothingLeaksTest {

  @Test
  void detectsSecretInLog() {
    Servers servers = Servers.running();
    try (ClientApp app =
        ClientApp.of(
            servers.url("jwt"), credentials -> credentials.client(servers.client("nightly")))) {
      app.whoami();
      String token = app.tokenStore().token().accessToken();

      assertThat(NothingLeaks.linesWithSecrets("fine\nAuthorization: Bearer " + token + "\nfine"))
          .hasSize(1);
      assertThat(NothingLeaks.linesWithSecrets("client_secret=the-secret-of-nightly")).hasSize(1);
    }
    assertThat(NothingLeaks.log()).as("what is logged at DEBUG").contains("/jwt/mcp");
  }
}
