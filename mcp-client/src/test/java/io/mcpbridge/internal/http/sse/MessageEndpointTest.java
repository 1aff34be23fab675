package io.mcpbridge.internal.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.http.connection.Endpoint;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageEndpointTest {

  private static Endpoint endpoint(String url) {
    return Endpoint.of(URI.create(url));
  }

  /** The examples of RFC 3986, section 5.4, as far as they stay on one origin. */
  @ParameterizedTest
  @CsvSource({
    "g, /b/c/g",
    "./g, /b/c/g",
    "g/, /b/c/g/",
    "/g, /g",
    "//a/g, /g",
    "?y, /b/c/d;p?y",
    "g?y, /b/c/g?y",
    "#s, /b/c/d;p?q",
    "g#s, /b/c/g",
    "g?y#s, /b/c/g?y",
    ";x, /b/c/;x",
    "g;x, /b/c/g;x",
    "'', /b/c/d;p?q",
    "., /b/c/",
    "./, /b/c/",
    ".., /b/",
    "../, /b/",
    "../g, /b/g",
    "../.., /",
    "../../g, /g",
    "../../../g, /g",
    "/./g, /g",
    "/../g, /g",
    "g., /b/c/g.",
    "..g, /b/c/..g",
    "./../g, /b/g",
    "./g/., /b/c/g/",
    "g/./h, /b/c/g/h",
    "g/../h, /b/c/h",
    "g;x=1/../y, /b/c/y",
    "g?y/../x, /b/c/g?y/../x",
    "http://a/g?y, /g?y",
    "HTTP://A:80/g, /g",
    "'  /g?id=a%2Fb%20c  ', /g?id=a%2Fb%20c",
    "/grüße, /gr%C3%BC%C3%9Fe"
  })
  void resolvesByRfc3986(String advertised, String target) {
    assertThat(MessageEndpoint.of(endpoint("http://a/b/c/d;p?q"), advertised).target())
        .isEqualTo(target);
  }

  @Test
  void resolvesAgainstUrlWithoutPath() {
    assertThat(MessageEndpoint.of(endpoint("http://a"), "messages?x").target())
        .isEqualTo("/messages?x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://a/g", "http://a:81/g", "//b/g", "http://b@a.b/g", "http://user@ab/g"})
  void rejectsOtherOriginWithoutQuotingSecrets(String advertised) {
    assertThatThrownBy(
            () -> MessageEndpoint.of(endpoint("http://a/sse?key=1"), advertised + "?id=2"))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContainingAll("http://a/sse", "/g", "HttpSseTransport.messageEndpoint")
        .hasMessageNotContainingAny("key=1", "id=2", "user");
  }

  @Test
  void ignoresFragment() {
    assertThat(MessageEndpoint.of(endpoint("http://a/b"), "/m#x\ny\u2028z").target())
        .isEqualTo("/m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\nb", "/a b", "ftp://a/g", "http:///g", "http:g", "{}"})
  void rejectsInvalidUrl(String advertised) {
    assertThatThrownBy(() -> MessageEndpoint.of(endpoint("http://a/sse"), advertised))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("endpoint event of http://a/sse");
  }

  @ParameterizedTest
  @CsvSource({
    "https://b/m, /x?id=1, /m?id=1",
    "https://b/m?k=2, /x?id=1, /m?k=2&id=1",
    "https://b, http://10.0.0.1/x?id=1#f, /?id=1",
    "https://b/m, /x, /m"
  })
  void configuredEndpointKeepsSessionQuery(String configured, String advertised, String target) {
    Endpoint endpoint =
        MessageEndpoint.ofConfigured(endpoint(configured), endpoint("http://a/sse"), advertised);

    assertThat(endpoint.target()).isEqualTo(target);
    assertThat(endpoint.authority()).isEqualTo("b:443");
  }
}
