package io.mcpbridge.authorization;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** An application with one protected server, and its user. */
final class ClientApp implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ExecutorService browsers = Executors.newCachedThreadPool();
  private final List<Future<Person.Page>> visits = new CopyOnWriteArrayList<>();
  private final RecordingTokenStore tokenStore;
  private final OAuthCredentials credentials;
  private final McpClient client;

  /** Prompts the user through the loopback listener, as on a desktop. */
  static ClientApp of(
      String url,
      Person person,
      String user,
      Person.Decision decision,
      RecordingTokenStore tokenStore,
      UnaryOperator<OAuthCredentialsBuilder> customizer) {
    return new ClientApp(
        url,
        tokenStore,
        (app, credentials) ->
            customizer.apply(
                credentials.prompt(
                    LoopbackPrompt.showing(page -> app.visit(person, page, user, decision))
                        .withTimeout(PATIENCE))));
  }

  /** Without a user who could be prompted. */
  static ClientApp of(String url, UnaryOperator<OAuthCredentialsBuilder> customizer) {
    return new ClientApp(
        url, new RecordingTokenStore(), (app, credentials) -> customizer.apply(credentials));
  }

  private interface Setting {
    OAuthCredentialsBuilder on(ClientApp app, OAuthCredentialsBuilder credentials);
  }

  private ClientApp(String url, RecordingTokenStore tokenStore, Setting setting) {
    this.tokenStore = tokenStore;
    OAuthCredentialsBuilder builder =
        OAuthCredentials.builder(url)
            .clientName("Desk")
            .tokenStore(tokenStore)
            .urlPolicy(UrlPolicy.defaults().allowLoopback());
    credentials = setting.on(this, builder).build();
    client =
        McpClient.of(
            StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build());
  }

  /** The prompt must not block on the user, who therefore has a thread. */
  private void visit(Person person, URI page, String user, Person.Decision decision) {
    visits.add(browsers.submit(() -> person.visit(page, user, decision)));
  }

  /** The user of the call, according to the server. */
  String whoami() {
    return call("whoami");
  }

  String call(String tool) {
    return client.callTool(tool).text();
  }

  OAuthCredentials credentials() {
    return credentials;
  }

  RecordingTokenStore tokenStore() {
    return tokenStore;
  }

  /** How often a page was opened. */
  int visits() {
    return visits.size();
  }

  /** The page that the user last arrived at. */
  Person.Page lastVisit() {
    try {
      return visits.get(visits.size() - 1).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    browsers.shutdownNow();
  }
}
