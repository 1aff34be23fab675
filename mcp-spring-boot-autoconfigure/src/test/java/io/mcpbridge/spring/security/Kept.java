package io.mcpbridge.spring.security;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/** Spring Security's in-memory service, which also records what it was given. */
final class Kept implements OAuth2AuthorizedClientService {

  private final OAuth2AuthorizedClientService clients;
  private final List<String> saved = new CopyOnWriteArrayList<>();
  private final AtomicInteger looks = new AtomicInteger();
  private volatile Runnable looked = () -> {};

  Kept(ClientRegistrationRepository registrations) {
    clients = new InMemoryOAuth2AuthorizedClientService(registrations);
  }

  /** Runs this after so many lookups. */
  void afterLooks(int looks, Runnable work) {
    AtomicInteger left = new AtomicInteger(looks);
    looked =
        () -> {
          if (left.decrementAndGet() == 0) {
            work.run();
          }
        };
  }

  /** The number of lookups so far. */
  int looks() {
    return looks.get();
  }

  /** The access tokens that were saved, in order. */
  List<String> saved() {
    return saved;
  }

  @Override
  public <T extends OAuth2AuthorizedClient> T loadAuthorizedClient(
      String registration, String user) {
    T kept = clients.loadAuthorizedClient(registration, user);
    looks.incrementAndGet();
    looked.run();
    return kept;
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
