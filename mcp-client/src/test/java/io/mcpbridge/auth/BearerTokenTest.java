package io.mcpbridge.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The header of a bearer token, and invalid tokens. */
class BearerTokenTest {

  private static final OutgoingRequest REQUEST =
      new OutgoingRequest("POST", URI.create("https://example.com/mcp"), new byte[0]);

  @Test
  void callsTokenSupplierForEachRequest() {
    AtomicInteger calls = new AtomicInteger();
    BearerToken token = BearerToken.of(() -> "t" + calls.incrementAndGet());

    assertThat(token.headersFor(REQUEST)).isEqualTo(Map.of("Authorization", "Bearer t1"));
    assertThat(token.headersFor(REQUEST)).isEqualTo(Map.of("Authorization", "Bearer t2"));
    assertThat(token).asString().doesNotContain("t1");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  \t"})
  void reportsMissingToken(String token) {
    assertThatThrownBy(() -> BearerToken.of(() -> token).headersFor(REQUEST))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("token supplier")
        .hasMessageContaining("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret\n", "s3\r\nX-Other: cret", "\ns3cret"})
  void doesNotSendTokenWithLineBreak(String token) {
    assertThatThrownBy(() -> BearerToken.of(token).headersFor(REQUEST))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("token supplier")
        .hasMessageContaining("line break")
        .message()
        .doesNotContain("s3", "cret");
  }
}
