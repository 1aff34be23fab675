package io.mcpbridge.authorization;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.oauth.LoopbackPrompt;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.UrlPolicy;
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

/** An application with one protected server, and whoever sits before it. */
final class Desk implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ExecutorService browsers = Executors.newCachedThreadPool();
  private final List<Future<Person.Page>> visits = new CopyOnWriteArrayList<>();
  private final Kept kept;
  private final OAuthCredentials credentials;
  private final McpClient client;

  /** Somebody who is asked through the loopback listener, as on a desktop. */
  static Desk of(
      String url,
      Person person,
      String user,
      Person.Decision decision,
      Kept kept,
      UnaryOperator<OAuthCredentialsBuilder> more) {
    return new Desk(
        url,
        kept,
        (desk, credentials) ->
            more.apply(
                credentials.prompt(
                    LoopbackPrompt.showing(page -> desk.visit(person, page, user, decision))
                        .withTimeout(PATIENCE))));
  }

  /** Nobody who could be asked. */
  static Desk of(String url, UnaryOperator<OAuthCredentialsBuilder> more) {
    return new Desk(url, new Kept(), (desk, credentials) -> more.apply(credentials));
  }

  private interface Setting {
    OAuthCredentialsBuilder on(Desk desk, OAuthCredentialsBuilder credentials);
  }

  private Desk(String url, Kept kept, Setting setting) {
    this.kept = kept;
    OAuthCredentialsBuilder builder =
        OAuthCredentials.builder(url)
            .clientName("Desk")
            .tokenStore(kept)
            .urlPolicy(UrlPolicy.defaults().allowLoopback());
    credentials = setting.on(this, builder).build();
    client =
        McpClient.builder(
                StreamableHttpTransport.builder(URI.create(url)).credentials(credentials).build())
            .build();
  }

  /** The prompt must not wait for the person, so they have a thread of their own. */
  private void visit(Person person, URI page, String user, Person.Decision decision) {
    visits.add(browsers.submit(() -> person.visit(page, user, decision)));
  }

  /** What the server says who is calling. */
  String whoami() {
    return call("whoami");
  }

  String call(String tool) {
    return client.callTool(tool, "{}").text();
  }

  OAuthCredentials credentials() {
    return credentials;
  }

  Kept kept() {
    return kept;
  }

  /** How often a page was shown. */
  int visits() {
    return visits.size();
  }

  /** Where the person ended up with the last page that they were shown. */
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
