package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.client.McpClient;
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

  private final World world = new World();
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
    world.close();
  }

  private static String everythingOf(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void noSecretIsInALogAnExceptionOrAText() {
    ClientRegistration client =
        ClientRegistration.of("id", "client-" + World.SECRET).at(world.issuer());
    OAuthCredentials credentials = world.credentials().client(client).build();
    McpClient mcp = world.client(credentials);
    List<String> texts = new ArrayList<>();
    mcp.listTools();
    credentials.signOut();
    texts.add(everythingOf(failureWith("{\"error\":\"" + World.SECRET + "\"}", 400, mcp)));
    texts.add(
        everythingOf(
            failureWith("{\"access_token\":\"" + World.SECRET + "\"", 200, fresh(client))));
    texts.add(
        everythingOf(
            failureWith(
                "{\"access_token\":\"" + World.SECRET + "\",\"token_type\":\"mac\"}",
                200,
                fresh(client))));
    world.person = pending -> "error=" + World.SECRET + "&state=" + pending.state();
    texts.add(everythingOf(catchThrowable(fresh(client)::listTools)));
    texts.add(credentials.toString() + client + world.asked + TokenStore.inMemory());
    texts.add(
        new OAuthToken(World.SECRET, "DPoP", World.SECRET, null, Set.of(), Set.of(), World.SECRET)
            .toString());
    texts.add(DPoPKey.fresh().toString());

    List<String> secrets = new ArrayList<>(List.of(World.SECRET));
    world.asked.forEach(pending -> secrets.add(pending.state()));
    world.auth.asked("/token").stream()
        .map(request -> request.form().get("code_verifier"))
        .forEach(secrets::add);

    assertThat(secrets).hasSizeGreaterThan(5);
    assertThat(logged).isNotEmpty();
    for (String secret : secrets) {
      assertThat(logged).noneMatch(line -> line.contains(secret));
      assertThat(texts).noneMatch(text -> text.contains(secret));
    }
  }

  private McpClient fresh(ClientRegistration client) {
    return world.client(world.credentials().client(client).build());
  }

  private Throwable failureWith(String answer, int status, McpClient client) {
    world.tokens = request -> new Site.Reply(status, Map.of(), answer);
    Throwable thrown = catchThrowable(client::listTools);
    assertThat(thrown).isInstanceOf(OAuthException.class);
    return thrown;
  }

  /** Some servers have an API key in their URL, and logs should not contain principals. */
  @Test
  void keysOfStoresSayNoMoreThanHosts() {
    String url = "https://mcp.example.com/mcp?api_key=" + World.SECRET;
    String issuer = "https://auth.example.com/" + World.SECRET;
    TokenKey token = new TokenKey(url, url, issuer, World.SECRET, World.SECRET);

    assertThat(
            List.of(
                token.toString(),
                new RegistrationKey(url, issuer).toString(),
                new StoredAuthorization("s", "p", URI.create(url), Instant.EPOCH, "{}").toString()))
        .allSatisfy(text -> assertThat(text).contains("mcp.example.com"))
        .noneMatch(text -> text.contains(World.SECRET));
    assertThat(new TokenKey("no url", "", "", "", "")).hasToString("TokenKey[null, issuer=null]");
  }
}
