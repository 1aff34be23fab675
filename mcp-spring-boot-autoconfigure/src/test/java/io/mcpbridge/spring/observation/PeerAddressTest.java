package io.mcpbridge.spring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerAddressTest {

  @Test
  void transportIsTcpOrPipe() {
    assertThat(PeerAddress.of("https://example.com/mcp"))
        .isEqualTo(new PeerAddress("tcp", "http", "example.com", "443"));
    assertThat(PeerAddress.of("http://[::1]:8080/mcp"))
        .isEqualTo(new PeerAddress("tcp", "http", "[::1]", "8080"));
    assertThat(PeerAddress.of("wss://example.com/ws"))
        .isEqualTo(new PeerAddress("tcp", "wss", "example.com", "443"));
    assertThat(PeerAddress.of("stdio: npx -y some-server /data"))
        .isEqualTo(new PeerAddress("pipe", null, null, null));
  }

  @Test
  void stripsSecretsFromUri() {
    assertThat(PeerAddress.withoutSecrets("postgres://me:secret@db/customers#x"))
        .isEqualTo("postgres://db/customers");
    assertThat(PeerAddress.withoutSecrets("file:///a/b@c.txt?token=1"))
        .isEqualTo("file:///a/b@c.txt");
    assertThat(PeerAddress.withoutSecrets("note")).isEqualTo("note");
  }
}
