package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.authorization.Person.Decision;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tokens and registrations while the authorization server changes. */
class AuthorizationServerChangesTest {

  private final Servers servers = Servers.running();
  private final Person person = new Script();
  private final int before = servers.requests().size();

  private List<String> requests() {
    List<String> all = servers.requests();
    return all.subList(before, all.size());
  }

  private ClientApp nightly() {
    return nightly(new RecordingTokenStore());
  }

  /** The application on its own behalf, after a restart with its stored tokens. */
  private ClientApp nightly(RecordingTokenStore tokenStore) {
    return ClientApp.of(
        servers.url("jwt"),
        credentials -> credentials.client(servers.client("nightly")).tokenStore(tokenStore));
  }

  @Test
  void tokensRemainValidAfterKeyRotation() {
    try (ClientApp app = nightly();
        ClientApp newApp = nightly()) {
      app.whoami();
      servers.changeKeys();

      assertThat(newApp.whoami()).as("signed with the new key").isEqualTo("nightly");
      assertThat(app.whoami()).as("signed with the old key").isEqualTo("nightly");
    }
    assertThat(requests()).hasSize(2);
  }

  @Test
  void requestsNewTokenAfterSigningKeyRotation() {
    RecordingTokenStore tokenStore = new RecordingTokenStore();
    try (ClientApp app = nightly(tokenStore)) {
      app.whoami();
    }
    servers.changeKeys();
    servers.dropOldKeys();

    try (ClientApp newApp = nightly();
        ClientApp app = nightly(tokenStore)) {
      assertThat(newApp.whoami()).as("the server learns of the new key").isEqualTo("nightly");
      assertThat(app.whoami()).isEqualTo("nightly");
    }
    assertThat(requests()).hasSize(3).allMatch(line -> line.endsWith("-> 200"));
  }

  /** The server kept registrations and everything else in memory. */
  @Test
  void registersAgainIfRegistrationIsLost() {
    RecordingTokenStore tokenStore = new RecordingTokenStore();
    try (ClientApp app = app("ivy", tokenStore)) {
      assertThat(app.whoami()).isEqualTo("ivy");
    }
    servers.startAnew();
    person.forget();

    try (ClientApp app = app("ivy", tokenStore.expired())) {
      assertThat(app.whoami()).isEqualTo("ivy");
      assertThat(app.visits()).isEqualTo(1);
    }
    assertThat(requests())
        .filteredOn(line -> !line.startsWith("authorize") && !line.startsWith("consent"))
        .extracting(line -> line.replaceAll(" (resource|scope)=[^ ]*", ""))
        .containsExactly(
            "register -> 201",
            "token grant_type=authorization_code -> 200",
            "token grant_type=refresh_token -> 401",
            "register -> 201",
            "token grant_type=authorization_code -> 200");
  }

  @Test
  void usesOneTokenPerServerOfSameIssuer() {
    RecordingTokenStore tokenStore = new RecordingTokenStore();
    UnaryOperator<OAuthCredentialsBuilder> asDesk =
        credentials -> credentials.client(servers.client("desk"));
    try (ClientApp opaqueApp =
            ClientApp.of(servers.url("opaque"), person, "una", Decision.AGREE, tokenStore, asDesk);
        ClientApp ledgerApp =
            ClientApp.of(
                servers.url("ledger"), person, "una", Decision.AGREE, tokenStore, asDesk)) {
      assertThat(opaqueApp.whoami()).isEqualTo("una");
      assertThat(ledgerApp.whoami()).isEqualTo("una");
      assertThat(opaqueApp.whoami()).isEqualTo("una");

      assertThat(person.forms()).as("logged in and agreed once").isEqualTo(2);
    }
    assertThat(requests())
        .filteredOn(line -> line.startsWith("token"))
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.url("opaque") + " -> 200",
            "token grant_type=authorization_code resource=" + servers.url("ledger") + " -> 200");
  }

  private ClientApp app(String user, RecordingTokenStore tokenStore) {
    return ClientApp.of(
        servers.url("jwt"), person, user, Decision.AGREE, tokenStore, credentials -> credentials);
  }

  /** Both opened before the user approved; they share one request and one state. */
  @Test
  void acceptsFirstResponseOfTwoTabs() {
    try (WebApp web = new WebApp(servers.url("opaque"), servers.client("desk"))) {
      URI firstTab = web.page("tia");

      assertThat(person.visit(web.start("tia"), "tia", Decision.AGREE).text())
          .contains("The server calls you tia");
      assertThat(person.visit(firstTab, "tia", Decision.AGREE).text()).contains("it was dropped");
      assertThat(person.visit(web.start("tia"), "tia", Decision.AGREE).text())
          .contains("The server calls you tia");
    }
    assertThat(requests()).filteredOn(line -> line.startsWith("token")).hasSize(1);
  }
}
