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

  private final RecordingAuthorizationService authorizations;
  private final RequestRecorder recorder;
  private final Keys keys;
  private final ResettableClientRepository clients;

  Control(
      RecordingAuthorizationService authorizations,
      RequestRecorder recorder,
      Keys keys,
      ResettableClientRepository clients) {
    this.authorizations = authorizations;
    this.recorder = recorder;
    this.keys = keys;
    this.clients = clients;
  }

  @PostMapping("/control/end-access-tokens")
  void endAccessTokens(@RequestParam String user) {
    authorizations.endAccessTokens(user);
  }

  @PostMapping("/control/end-all-tokens")
  void endAllTokens(@RequestParam String user) {
    authorizations.endAllTokens(user);
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
    clients.forget();
    authorizations.forget();
    keys.change();
    keys.dropOld();
  }

  @GetMapping("/control/requests")
  List<String> requests() {
    return recorder.requests();
  }

  @GetMapping("/control/secrets")
  Set<String> secrets() {
    Set<String> all = new TreeSet<>(authorizations.secrets());
    all.addAll(recorder.secrets());
    return all;
  }
}
