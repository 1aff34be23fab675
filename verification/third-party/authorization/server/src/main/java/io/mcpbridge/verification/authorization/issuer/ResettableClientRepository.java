package io.mcpbridge.verification.authorization.issuer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/** The registered clients: configured ones permanently, dynamic ones until the next restart. */
final class ResettableClientRepository implements RegisteredClientRepository {

  private final List<RegisteredClient> configured;
  private volatile RegisteredClientRepository memory;

  ResettableClientRepository(RegisteredClient... configured) {
    this.configured = List.of(configured);
    this.memory = new InMemoryRegisteredClientRepository(this.configured);
  }

  /** Simulates a restart. */
  void forget() {
    memory = new InMemoryRegisteredClientRepository(configured);
  }

  @Override
  public void save(RegisteredClient client) {
    memory.save(client);
  }

  @Override
  public @Nullable RegisteredClient findById(String id) {
    return memory.findById(id);
  }

  @Override
  public @Nullable RegisteredClient findByClientId(String clientId) {
    return memory.findByClientId(clientId);
  }
}
