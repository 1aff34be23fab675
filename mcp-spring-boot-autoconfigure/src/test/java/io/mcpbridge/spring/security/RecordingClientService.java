package io.mcpbridge.spring.security;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/** Spring Security's in-memory service, which also records lookups and saved tokens. */
final class RecordingClientService implements OAuth2AuthorizedClientService {

  private final OAuth2AuthorizedClientService clients;
  private final List<String> saved = new CopyOnWriteArrayList<>();
  private final AtomicInteger lookups = new AtomicInteger();
  private volatile Runnable onLookup = () -> {};

  RecordingClientService(ClientRegistrationRepository registrations) {
    clients = new InMemoryOAuth2AuthorizedClientService(registrations);
  }

  /** Runs this after the given number of lookups. */
  void afterLookups(int count, Runnable work) {
    AtomicInteger remaining = new AtomicInteger(count);
    onLookup =
        () -> {
          if (remaining.decrementAndGet() == 0) {
            work.run();
          }
        };
  }

  /** The number of lookups so far. */
  int lookups() {
    return lookups.get();
  }

  /** The access tokens that were saved, in order. */
  List<String> saved() {
    return saved;
  }

  @Override
  public <T extends OAuth2AuthorizedClient> T loadAuthorizedClient(
      String registration, String user) {
    T client = clients.loadAuthorizedClient(registration, user);
    lookups.incrementAndGet();
    onLookup.run();
    return client;
  }

  @Override
  public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication user) {
    clients.saveAuthorizedClient(client, user);
    saved.add(client.getAccessToken().getTokenValue());
  }

  @Override
  public void removeAuthorizedClient(String registration, String user) {
    clients.removeAuthorizedClient(registration, user);
  }
}
