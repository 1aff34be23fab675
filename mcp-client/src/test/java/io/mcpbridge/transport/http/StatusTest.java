package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.ChannelMode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses outside 2xx. */
class StatusTest extends HttpTest {

  private static final String REFUSED =
      "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\","
          + "\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[\"x\"]}}}";

  /** Provides a better token after the first was refused. */
  private static final class TwoTokens implements Credentials {
    private final List<Challenge> challenges = new CopyOnWriteArrayList<>();
    private volatile String token = "old";

    @Override
    public Map<String, String> headersFor(OutgoingRequest request) {
      return Map.of("Authorization", "Bearer " + token);
    }

    @Override
    public boolean renew(Challenge challenge) {
      challenges.add(challenge);
      boolean isFirst = token.equals("old");
      token = "new";
      return isFirst;
    }
  }

  private static String error(int code, String message) {
    return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":"
        + code
        + ",\"message\":\""
        + message
        + "\"}}";
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 409, 413, 422, 500, 501})
  void aJsonRpcErrorIsTheResponse(int status) throws Exception {
    connect(
        ChannelMode.STATELESS, (request, answer) -> answer.json(status, error(-32603, "no luck")));

    assertThat(response(call()).error().message()).isEqualTo("no luck");
  }

  @ParameterizedTest
  @CsvSource({
    "403, -32600",
    "403, -32000",
    "408, -32603",
    "425, -32603",
    "429, -32000",
    "429, -32601",
    "502, -32603",
    "503, -32000",
    "504, -32601",
    "507, -32603",
  })
  void aRefusalBeforeTheServerLookedIsNoResponse(int status, int code) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            answer.json(
                status,
                error(code, "slow down,\\r\\n\\u001b[31mfriend " + "x".repeat(3000)),
                "Retry-After: 17"));

    var e = catchThrowableOfType(McpHttpStatusException.class, () -> response(call()));

    assertThat(e.status()).isEqualTo(status);
    assertThat(e.retryAfter()).isEqualTo("17");
    assertThat(e)
        .hasMessageContaining("the server says: \"slow down, friend xxx")
        .message()
        .hasSizeLessThan(600)
        .doesNotContainPattern("\\p{Cntrl}");
  }

  @ParameterizedTest
  @CsvSource({"403, -32020", "429, -32021", "503, -32022", "500, -32020"})
  void returnsErrorOfStatelessRevisionWithAnyStatus(int status, int code) throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.json(status, error(code, "")));

    assertThat(response(call()).error().code()).isEqualTo(code);
  }

  @Test
  void doesNotQuoteBodyOf401() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.json(401, error(-32000, "s3cret is not valid")));

    assertThatThrownBy(() -> response(call())).message().doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "403, text/plain, 'not on the allow list\nprivate'",
    "429, text/plain; charset=utf-8, not on the allow list",
    "503, application/json, '{\"message\":\"not on the allow list\",\"trace\":\"private\"}'",
    "403, application/problem+json, '{\"title\":\"private\",\"detail\":\"not on the allow list\"}'",
    "403, application/json, '{\"error\":\"not on the allow list\"}'",
    "403, application/json, '{\"error\":{\"message\":\"not on the allow list\"}}'",
    "403, application/json, '{\"error\":\"private\",\"error_description\":\"not on the allow list\"}'",
  })
  void quotesWhyServerRefuses(int status, String type, String body) throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.respond(status, type, body));

    assertThatThrownBy(() -> response(call()))
        .hasMessageContaining(" characters); the server says: \"not on the allow list\"; ")
        .message()
        .doesNotContain("private");
  }

  @Test
  void quotesNoSecretOfTheRequest() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            answer.respond(403, "text/plain", "no access with " + request.header("X-Api-Key")),
        builder -> builder.header("X-Api-Key", "s3cret-key"));

    assertThatThrownBy(() -> response(call())).hasMessageContaining("\"no access with ***\";");
  }

  /** Any header, value of the query and key in the path may be a secret, whatever its name. */
  @Test
  void quotesNothingThatIdentifiesTheRequest() throws Exception {
    ScriptedServer.Script repeat =
        (request, answer) ->
            answer.respond(
                403,
                "text/plain",
                request.target()
                    + " a b/7-c "
                    + request.header("X-Tenant")
                    + " tools/call mcp-bridge");
    server = new ScriptedServer(repeat);
    channel =
        StreamableHttpTransport.builder(
                server.uri() + "/0b7c9f21-aa4e-4d35-9c1f-77aa1b2c3d4e?k=a%20b%2F7-c&word-less")
            .header("X-Tenant", "s3cret-tenant")
            .build()
            .open(ChannelMode.STATELESS, channelListener, soon());

    assertThatThrownBy(() -> response(call()))
        .hasMessageContaining("\"/mcp/***?k=***&*** *** *** tools/call mcp-bridge\"");
  }

  @Test
  void quotesNoPasswordOfTheUrl() throws Exception {
    server =
        new ScriptedServer(
            (request, answer) -> answer.respond(403, "text/plain", "not mia with s3cret-word"));
    channel =
        StreamableHttpTransport.builder(
                server.uri().toString().replace("://", "://mia:s3cret-word@"))
            .build()
            .open(ChannelMode.STATELESS, channelListener, soon());

    assertThatThrownBy(() -> response(call())).hasMessageContaining("\"not mia with ***\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404, 422, 500, 503})
  void returnsErrorWithAnyId(int status) throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.json(status, REFUSED));

    var response = response(request(4, "server/discover"));

    assertThat(response.error().code()).isEqualTo(-32022);
    assertThat(response.id()).isEqualTo(RequestId.of(4));
    assertThat(response(call()).error()).isNotNull();
    assertThat(server.connections()).as("the connection stays usable").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "400, application/json, '{\"error\":{\"code\":400,\"message\":\"gateway\"}}', url and headers",
    "400, application/json, '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}', url and headers",
    "404, text/html, <h1>private</h1>, the path in the setting url",
    "405, , '', the path in the setting url",
    "403, text/html, <p>private</p>, do not permit this",
    "403, application/json, '{\"error\":7,\"private\":true}', do not permit this",
    "500, text/plain, private, the server failed",
    "413, , '', larger than the server allows",
    "500, application/json, '{private', the server failed",
  })
  void anotherBodyIsAnExceptionThatDoesNotQuoteIt(
      int status, String type, String body, String advice) throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.respond(status, type, body));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpHttpStatusException.class)
        .hasMessageContaining("POST of tools/call to " + server.url())
        .hasMessageContaining("HTTP status " + status)
        .hasMessageContaining(body.length() + " characters")
        .hasMessageContaining(advice)
        .message()
        .doesNotContain("private");
  }

  @Test
  void doesNotStoreCookies() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) ->
            answer.json(200, Answer.result(request.id()), "Set-Cookie: affinity=node-7; Path=/"));

    response(call());
    response(call());

    server.received();
    assertThat(server.received().header("Cookie")).isNull();
  }

  @Test
  void exposesRetryAfter() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.respond(429, null, "", "Retry-After: 17"));

    var e = catchThrowableOfType(McpHttpStatusException.class, () -> response(call()));

    assertThat(e.status()).isEqualTo(429);
    assertThat(e.retryAfter()).isEqualTo("17");
    assertThat(e).hasMessageContaining("17");
  }

  @ParameterizedTest
  @CsvSource({
    "301, https://elsewhere.example/x?token=s3cret, the host elsewhere.example",
    "302, /login?token=s3cret, another path on the same host",
    "307, , nowhere",
    "308, '::not a url s3cret', something that is not a URL",
  })
  void redirectsAreNotFollowed(int status, String location, String target) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            answer.respond(status, null, "", location == null ? "X: y" : "Location: " + location));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpHttpStatusException.class)
        .hasMessageContaining(target)
        .hasMessageContaining("redirects are not followed")
        .message()
        .doesNotContain("s3cret");
    assertThat(server.received().target()).isEqualTo("/mcp");
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aChallengeIsAnsweredOnceWithNewCredentials(int status) throws Exception {
    TwoTokens credentials = new TwoTokens();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.header("Authorization").equals("Bearer new")) {
            answer.result(request);
          } else {
            answer.json(
                status, REFUSED, "WWW-Authenticate: Bearer scope=\"a\"", "WWW-Authenticate: Basic");
          }
        },
        builder -> builder.credentials(credentials));

    assertThat(response(call()).result()).isNotNull();

    assertThat(credentials.challenges)
        .map(Challenge::withoutDeadline)
        .containsExactly(
            new Challenge(status, List.of("Bearer scope=\"a\"", "Basic"), null, "Bearer old"))
        .asString()
        .doesNotContain("old");
    assertThat(server.received().bytes()).isEqualTo(server.received().bytes());
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void reports401WithoutConfiguredCredentials() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.respond(401, null, ""));

    assertThatThrownBy(() -> response(call()))
        .hasMessageContainingAll("no Authorization was sent", "headers")
        .hasMessageNotContaining("check");
  }

  /** From a server without server/discover, called without credentials. */
  @Test
  void returnsJsonRpcErrorOf401WithoutChallenge() throws Exception {
    AtomicInteger renewed = new AtomicInteger();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.json(401, error(-32601, "no such method")),
        builder ->
            builder.credentials(
                new Credentials() {
                  @Override
                  public Map<String, String> headersFor(OutgoingRequest request) {
                    return Map.of();
                  }

                  @Override
                  public boolean renew(Challenge challenge) {
                    renewed.incrementAndGet();
                    return false;
                  }
                }));

    assertThat(response(call()).error().code()).isEqualTo(-32601);
    assertThat(renewed).hasValue(0);
  }

  @Test
  void throwsAfterSecondChallenge() throws Exception {
    TwoTokens credentials = new TwoTokens();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.respond(401, null, "", "WWW-Authenticate: Bearer realm=\"x\""),
        builder -> builder.credentials(credentials));

    var e = catchThrowableOfType(McpHttpStatusException.class, () -> response(call()));

    assertThat(e.status()).isEqualTo(401);
    assertThat(e.challenge()).isEqualTo("Bearer realm=\"x\"");
    assertThat(e).hasMessageContaining("credentials").hasMessageContaining("headers");
    assertThat(credentials.challenges).hasSize(2);
  }

  @Test
  void limitsAttemptsWithRenewedCredentialsToFour() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.respond(401, null, "", "DPoP-Nonce: n"),
        builder ->
            builder.credentials(
                new Credentials() {
                  @Override
                  public Map<String, String> headersFor(OutgoingRequest request) {
                    attempts.incrementAndGet();
                    return Map.of();
                  }

                  @Override
                  public boolean renew(Challenge challenge) {
                    return "n".equals(challenge.dpopNonce());
                  }
                }));

    assertThatThrownBy(() -> response(call())).isInstanceOf(McpHttpStatusException.class);

    assertThat(attempts).hasValue(4);
  }

  @Test
  void throwsOn401WithJsonRpcErrorBody() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.json(401, REFUSED));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpHttpStatusException.class)
        .extracting(e -> ((McpHttpStatusException) e).status())
        .isEqualTo(401);
  }

  @Test
  void notificationHandles401And400LikeRequest() throws Exception {
    TwoTokens credentials = new TwoTokens();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.body().contains("refused")) {
            answer.json(400, REFUSED);
          } else if (request.header("Authorization").equals("Bearer new")) {
            answer.accepted();
          } else {
            answer.respond(401, null, "");
          }
        },
        builder -> builder.credentials(credentials));

    channel.send(notice("notifications/initialized"), soon());

    assertThatThrownBy(() -> channel.send(notice("refused"), soon()))
        .isInstanceOf(McpHttpStatusException.class)
        .hasMessageContaining("POST of refused");
  }

  @Test
  void reportsStatusOfErrorResponseThatNeverEnds() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.raw("HTTP/1.1 500 X\r\nContent-Type: text/plain\r\n\r\nsomething");
          answer.awaitClosed();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpHttpStatusException.class)
        .hasMessageContaining("9 characters");
  }
}
