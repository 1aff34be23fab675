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

  private Desk nightly() {
    return nightly(new Kept());
  }

  /** The application on its own behalf, after a restart with its stored tokens. */
  private Desk nightly(Kept kept) {
    return Desk.of(
        servers.door("jwt"),
        credentials -> credentials.client(servers.client("nightly")).tokenStore(kept));
  }

  @Test
  void tokensRemainValidAfterKeyRotation() {
    try (Desk desk = nightly();
        Desk other = nightly()) {
      desk.whoami();
      servers.changeKeys();

      assertThat(other.whoami()).as("signed with the new key").isEqualTo("nightly");
      assertThat(desk.whoami()).as("signed with the old key").isEqualTo("nightly");
    }
    assertThat(requests()).hasSize(2);
  }

  @Test
  void requestsNewTokenAfterSigningKeyRotation() {
    Kept kept = new Kept();
    try (Desk desk = nightly(kept)) {
      desk.whoami();
    }
    servers.changeKeys();
    servers.dropOldKeys();

    try (Desk other = nightly();
        Desk desk = nightly(kept)) {
      assertThat(other.whoami()).as("the server learns of the new key").isEqualTo("nightly");
      assertThat(desk.whoami()).isEqualTo("nightly");
    }
    assertThat(requests()).hasSize(3).allMatch(line -> line.endsWith("-> 200"));
  }

  /** The server kept registrations and everything else in memory. */
  @Test
  void registersAgainIfRegistrationIsLost() {
    Kept kept = new Kept();
    try (Desk desk = desk("ivy", kept)) {
      assertThat(desk.whoami()).isEqualTo("ivy");
    }
    servers.startAnew();
    person.forget();

    try (Desk desk = desk("ivy", kept.later())) {
      assertThat(desk.whoami()).isEqualTo("ivy");
      assertThat(desk.visits()).isEqualTo(1);
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
    Kept kept = new Kept();
    UnaryOperator<OAuthCredentialsBuilder> asDesk =
        credentials -> credentials.client(servers.client("desk"));
    try (Desk one = Desk.of(servers.door("opaque"), person, "una", Decision.AGREE, kept, asDesk);
        Desk other = Desk.of(servers.door("ledger"), person, "una", Decision.AGREE, kept, asDesk)) {
      assertThat(one.whoami()).isEqualTo("una");
      assertThat(other.whoami()).isEqualTo("una");
      assertThat(one.whoami()).isEqualTo("una");

      assertThat(person.forms()).as("logged in and agreed once").isEqualTo(2);
    }
    assertThat(requests())
        .filteredOn(line -> line.startsWith("token"))
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.door("opaque") + " -> 200",
            "token grant_type=authorization_code resource=" + servers.door("ledger") + " -> 200");
  }

  private Desk desk(String user, Kept kept) {
    return Desk.of(
        servers.door("jwt"), person, user, Decision.AGREE, kept, credentials -> credentials);
  }

  /** Both opened before the user approved; they share one request and one state. */
  @Test
  void acceptsFirstResponseOfTwoTabs() {
    try (WebDesk web = new WebDesk(servers.door("opaque"), servers.client("desk"))) {
      URI one = web.page("tia");

      assertThat(person.visit(web.start("tia"), "tia", Decision.AGREE).text())
          .contains("The server calls you tia");
      assertThat(person.visit(one, "tia", Decision.AGREE).text()).contains("it was dropped");
      assertThat(person.visit(web.start("tia"), "tia", Decision.AGREE).text())
          .contains("The server calls you tia");
    }
    assertThat(requests()).filteredOn(line -> line.startsWith("token")).hasSize(1);
  }
}
