package io.mcpbridge.spring.security;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/** What Spring Security keeps in memory, and what it was given to keep. */
final class Kept implements OAuth2AuthorizedClientService {

  private final OAuth2AuthorizedClientService clients;
  private final List<String> saved = new CopyOnWriteArrayList<>();
  private final AtomicInteger looks = new AtomicInteger();
  private volatile Runnable looked = () -> {};

  Kept(ClientRegistrationRepository registrations) {
    clients = new InMemoryOAuth2AuthorizedClientService(registrations);
  }

  /** Does this once somebody has looked so often. */
  void afterLooks(int looks, Runnable work) {
    AtomicInteger left = new AtomicInteger(looks);
    looked =
        () -> {
          if (left.decrementAndGet() == 0) {
            work.run();
          }
        };
  }

  /** How often somebody has looked. */
  int looks() {
    return looks.get();
  }

  /** The access tokens, in order. */
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
