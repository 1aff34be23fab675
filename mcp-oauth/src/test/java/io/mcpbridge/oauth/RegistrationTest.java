package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Client registration and client authentication. */
class RegistrationTest {

  private static final String DOCUMENT = "https://tool.example.com/client.json";

  private final World world = new World();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void whatIsConfiguredGoesBeforeADocument() {
    world.metadata(Map.of("client_id_metadata_document_supported", true));
    ClientRegistration desk = ClientRegistration.of("desk").at(world.issuer());

    world
        .client(world.credentials().client(desk).clientIdMetadataDocument(DOCUMENT).build())
        .listTools();

    assertThat(world.page(0)).containsEntry("client_id", "desk");
    assertThat(world.auth.asked("/register")).isEmpty();
  }

  @Test
  void aDocumentIsShownOnlyWhereItIsTaken() {
    world.client(world.credentials().clientIdMetadataDocument(DOCUMENT).build()).listTools();

    assertThat(world.page(0)).containsEntry("client_id", "dynamic");
    assertThat(world.auth.asked("/register").get(0).body()).doesNotContain(DOCUMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://tool.example.com/c", "https://tool.example.com", "https://t.example/"})
  void aDocumentHasAnHttpsUrlWithAPath(String url) {
    assertThatThrownBy(() -> world.credentials().clientIdMetadataDocument(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https URL with a path");
  }

  @Test
  void whoCannotRegisterIsToldWhatToConfigure() {
    Map<String, Object> metadata = World.metadataOf(world.auth, Map.of());
    metadata.remove("registration_endpoint");
    world.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("localhost", "no registration", "ClientRegistration");
    assertThat(world.asked).isEmpty();
  }

  @Test
  void whoConfiguresByPropertiesIsToldTheirNames() {
    Map<String, Object> metadata = World.metadataOf(world.auth, Map.of());
    metadata.remove("registration_endpoint");
    world.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    OAuthCredentials credentials = world.credentials().propertyNames("app.oauth."::concat).build();

    assertThatThrownBy(() -> world.client(credentials).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("app.oauth.client-id", "app.oauth.issuer")
        .hasMessageNotContaining("ClientRegistration");
  }

  @Test
  void aRefusalNamesTheRedirectUriAndNothingThatTheServerWrote() {
    world.auth.page(
        "/register",
        request ->
            new Site.Reply(
                400,
                Map.of(),
                "{\"error\":\"invalid_redirect_uri\",\"error_description\":\"its own words\"}"));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("invalid_redirect_uri", "http://localhost:3000/callback")
        .hasMessageNotContaining("its own words");
    assertThat(world.asked).isEmpty();
  }

  /**
   * RFC 7591: the registered scope limits all later requests, so a step-up would fail otherwise.
   */
  @Test
  void whoRegistersMayAskForAllThatTheServerKnows() {
    world.challenge = "scope=\"a\"";

    world.client(world.credentials().build()).listTools();

    assertThat(registered(0)).isEqualTo("a b");
    assertThat(world.page(0)).containsEntry("scope", "a");
    assertThat(world.auth.asked("/register")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid_client_metadata", "invalid_scope", "insufficient_scope"})
  void whereThatIsTooMuchWhatIsWantedDoes(String error) {
    world.challenge = "scope=\"a\"";
    world.auth.page(
        "/register",
        request ->
            request.body().contains("a b")
                ? new Site.Reply(400, Map.of(), "{\"error\":\"" + error + "\"}")
                : Site.Reply.json(
                    "{\"client_id\":\"dynamic\",\"token_endpoint_auth_method\":\"none\"}"));

    world.client(world.credentials().build()).listTools();

    assertThat(registered(1)).isEqualTo("a");
    assertThat(world.page(0)).containsEntry("client_id", "dynamic").containsEntry("scope", "a");
  }

  @Test
  void whatIsRefusedTwiceIsNotTriedAThirdTime() {
    world.challenge = "scope=\"a\"";
    world.auth.page(
        "/register",
        request -> new Site.Reply(400, Map.of(), "{\"error\":\"invalid_client_metadata\"}"));

    assertThatThrownBy(() -> world.client(world.credentials().build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("invalid_client_metadata");
    assertThat(world.auth.asked("/register")).hasSize(2);
  }

  private String registered(int index) {
    String body = world.auth.asked("/register").get(index).body();
    return JsonObject.of(Json.readObject(body)).string("scope");
  }

  /** With an extra slash in the configured issuer, another client is used. */
  @Test
  void aConfiguredClientThatIsPassedOverIsToldOnce() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(OAuthCredentials.class);
    log.start();
    logger.addAppender(log);
    try {
      ClientRegistration desk =
          ClientRegistration.of("desk", World.SECRET).at(world.issuer() + "/");
      OAuthCredentials credentials = world.credentials().client(desk).build();
      world.client(credentials).listTools();
      credentials.signOut();
      world.client(credentials).listTools();
    } finally {
      logger.detachAppender(log);
    }

    assertThat(world.asked).hasSize(2);
    assertThat(world.page(1)).containsEntry("client_id", "dynamic");
    assertThat(log.list)
        .filteredOn(event -> event.getLevel() == Level.WARN)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains(
            "desk",
            '"' + world.issuer() + '"',
            '"' + world.issuer() + "/\"",
            "ClientRegistration.at(issuer)")
        .doesNotContain(World.SECRET);
  }

  /** RFC 6749, appendix A.1. The client id occurs in log lines. */
  @ParameterizedTest
  @ValueSource(strings = {"a\\n2026 ERROR forged", "a\\u001b[31mred", "a\\u202eb", "b\\u00e4r"})
  void aClientIdThatIsNoneIsRefused(String clientId) {
    world.auth.json("/register", "{\"client_id\":\"" + clientId + "\"}");
    TokenStore store = TokenStore.inMemory();

    assertThatThrownBy(
            () -> world.client(world.credentials().tokenStore(store).build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("the registration endpoint of localhost", "client_id", "RFC 6749")
        .hasMessageNotContaining("forged");
    assertThat(store.find(new RegistrationKey(world.mcpUrl(), world.issuer()))).isNull();
    assertThat(world.asked).isEmpty();
  }

  /** As stored by an earlier version. */
  @Test
  void aLogShowsAClientIdAsOneShortLine() {
    TokenStore store = TokenStore.inMemory();
    store.save(
        new RegistrationKey(world.mcpUrl(), world.issuer()),
        new StoredRegistration(
            "a\n2026 ERROR forged\u001b[31m" + "x".repeat(5_000),
            null,
            "none",
            null,
            URI.create("http://localhost:3000/callback")));
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(OAuthCredentials.class);
    log.start();
    logger.addAppender(log);
    try {
      ClientRegistration desk = ClientRegistration.of("desk").at(world.issuer() + "/");
      world.client(world.credentials().tokenStore(store).client(desk).build()).listTools();
    } finally {
      logger.detachAppender(log);
    }

    assertThat(log.list)
        .filteredOn(event -> event.getLevel() == Level.WARN)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("a 2026 ERROR forged")
        .doesNotContain("\n", "\u001b", "x".repeat(500));
  }

  @Test
  void whoIsConfiguredForAnotherIssuerIsToldBoth() {
    Map<String, Object> metadata = World.metadataOf(world.auth, Map.of());
    metadata.remove("registration_endpoint");
    world.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    ClientRegistration desk = ClientRegistration.of("desk", World.SECRET).at(world.issuer() + "/");

    assertThatThrownBy(() -> world.client(world.credentials().client(desk).build()).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll(
            '"' + world.issuer() + '"',
            '"' + world.issuer() + "/\"",
            "ClientRegistration.at(issuer)")
        .hasMessageNotContaining(World.SECRET);
  }

  @ParameterizedTest
  @CsvSource({"client_secret_post, true", "client_secret_basic, false", ", false"})
  void theWayThatTheServerOffersIsTaken(String offered, boolean posted) {
    world.metadata(
        Map.of(
            "token_endpoint_auth_methods_supported",
            offered == null ? List.of() : List.of(offered)));
    ClientRegistration desk = ClientRegistration.of("desk", World.SECRET).at(world.issuer());

    world.client(world.credentials().client(desk).build()).listTools();

    assertProven("desk", posted);
  }

  @ParameterizedTest
  @CsvSource({"client_secret_post, true", "client_secret_basic, false"})
  void theWayThatTheRegistrationSaysIsTaken(String said, boolean posted) {
    world.metadata(Map.of("token_endpoint_auth_methods_supported", List.of("none")));
    world.auth.json(
        "/register",
        Json.write(
            Map.of(
                "client_id",
                "made",
                "client_secret",
                World.SECRET,
                "token_endpoint_auth_method",
                said)));

    world.client(world.credentials().build()).listTools();

    assertProven("made", posted);
  }

  private void assertProven(String client, boolean posted) {
    Site.Asked request = world.auth.asked("/token").get(0);
    String pair = client + ":" + World.SECRET;
    String basic =
        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    assertThat(request.header("Authorization")).isEqualTo(posted ? null : basic);
    assertThat(request.form().get("client_secret")).isEqualTo(posted ? World.SECRET : null);
  }
}
