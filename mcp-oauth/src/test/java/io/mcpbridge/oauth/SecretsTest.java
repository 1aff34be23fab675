package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.internal.token.DPoPKey;
import io.mcpbridge.oauth.store.TokenStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** No secrets in logs at any level, of any library, nor in exceptions and {@code toString}. */
class SecretsTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final Queue<String> logged = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final AppenderBase<ILoggingEvent> memory =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          IThrowableProxy thrown = event.getThrowableProxy();
          logged.add(
              event.getFormattedMessage()
                  + (thrown == null ? "" : ThrowableProxyUtil.asString(thrown)));
        }
      };

  @BeforeEach
  void listen() {
    memory.start();
    root.addAppender(memory);
  }

  @AfterEach
  void close() {
    root.detachAppender(memory);
    environment.close();
  }

  private static String everythingOf(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void logsAndExceptionsContainNoSecret() {
    ClientRegistration client =
        ClientRegistration.of("id", "client-" + OAuthTestEnvironment.SECRET)
            .at(environment.issuer());
    OAuthCredentials credentials = environment.credentials().client(client).build();
    McpClient mcp = environment.client(credentials);
    List<String> texts = new ArrayList<>();
    mcp.listTools();
    credentials.signOut();
    texts.add(
        everythingOf(failureWith("{\"error\":\"" + OAuthTestEnvironment.SECRET + "\"}", 400, mcp)));
    texts.add(
        everythingOf(
            failureWith(
                "{\"access_token\":\"" + OAuthTestEnvironment.SECRET + "\"",
                200,
                newClient(client))));
    texts.add(
        everythingOf(
            failureWith(
                "{\"access_token\":\"" + OAuthTestEnvironment.SECRET + "\",\"token_type\":\"mac\"}",
                200,
                newClient(client))));
    environment.userResponse =
        pending -> "error=" + OAuthTestEnvironment.SECRET + "&state=" + pending.state();
    texts.add(everythingOf(catchThrowable(newClient(client)::listTools)));
    texts.add(credentials.toString() + client + environment.prompts + TokenStore.inMemory());
    texts.add(
        new OAuthToken(
                OAuthTestEnvironment.SECRET,
                "DPoP",
                OAuthTestEnvironment.SECRET,
                null,
                Set.of(),
                Set.of(),
                OAuthTestEnvironment.SECRET)
            .toString());
    texts.add(DPoPKey.generate().toString());

    List<String> secrets = new ArrayList<>(List.of(OAuthTestEnvironment.SECRET));
    environment.prompts.forEach(pending -> secrets.add(pending.state()));
    environment.auth.requests("/token").stream()
        .map(request -> request.form().get("code_verifier"))
        .forEach(secrets::add);

    assertThat(secrets).hasSizeGreaterThan(5);
    assertThat(logged).isNotEmpty();
    for (String secret : secrets) {
      assertThat(logged).noneMatch(line -> line.contains(secret));
      assertThat(texts).noneMatch(text -> text.contains(secret));
    }
  }

  private McpClient newClient(ClientRegistration client) {
    return environment.client(environment.credentials().client(client).build());
  }

  private Throwable failureWith(String answer, int status, McpClient client) {
    environment.tokens = request -> new FakeHttpServer.Reply(status, Map.of(), answer);
    Throwable thrown = catchThrowable(client::listTools);
    assertThat(thrown).isInstanceOf(OAuthException.class);
    return thrown;
  }

  /** Some servers have an API key in their URL, and logs should not contain principals. */
  @Test
  void storeKeysContainOnlyHosts() {
    String url = "https://mcp.example.com/mcp?api_key=" + OAuthTestEnvironment.SECRET;
    String issuer = "https://auth.example.com/" + OAuthTestEnvironment.SECRET;
    TokenKey token =
        new TokenKey(url, url, issuer, OAuthTestEnvironment.SECRET, OAuthTestEnvironment.SECRET);

    assertThat(
            List.of(
                token.toString(),
                new RegistrationKey(url, issuer).toString(),
                new StoredAuthorization("s", "p", URI.create(url), Instant.EPOCH, "{}").toString()))
        .allSatisfy(text -> assertThat(text).contains("mcp.example.com"))
        .noneMatch(text -> text.contains(OAuthTestEnvironment.SECRET));
    assertThat(new TokenKey("no url", "", "", "", "")).hasToString("TokenKey[null, issuer=null]");
  }
}
