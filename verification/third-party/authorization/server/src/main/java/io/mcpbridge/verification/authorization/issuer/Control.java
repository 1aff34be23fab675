package io.mcpbridge.verification.authorization.issuer;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints with which the tests control and inspect the server. */
@RestController
class Control {

  private final Given given;
  private final Seen seen;
  private final Keys keys;
  private final Registered registered;

  Control(Given given, Seen seen, Keys keys, Registered registered) {
    this.given = given;
    this.seen = seen;
    this.keys = keys;
    this.registered = registered;
  }

  @PostMapping("/control/end-access-tokens")
  void endAccessTokens(@RequestParam String user) {
    given.endAccessTokens(user);
  }

  @PostMapping("/control/end-all-tokens")
  void endAllTokens(@RequestParam String user) {
    given.endAllTokens(user);
  }

  @PostMapping("/control/change-keys")
  void changeKeys() {
    keys.change();
  }

  @PostMapping("/control/drop-old-keys")
  void dropOldKeys() {
    keys.dropOld();
  }

  /** Clears everything that a server without persistence loses in a restart. */
  @PostMapping("/control/restart")
  void reset() {
    registered.forget();
    given.forget();
    keys.change();
    keys.dropOld();
  }

  @GetMapping("/control/requests")
  List<String> requests() {
    return seen.requests();
  }

  @GetMapping("/control/secrets")
  Set<String> secrets() {
    Set<String> all = new TreeSet<>(given.secrets());
    all.addAll(seen.secrets());
    return all;
  }
}
