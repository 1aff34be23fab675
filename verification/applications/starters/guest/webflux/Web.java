package demo;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;

/** Calls by the application's own client. */
@Component
class Web {

  private final WebClient client;

  Web(
      WebClient.Builder builder,
      ClientHttpConnectorBuilder<?> connectors,
      @Value("${guest.url}") String url) {
    client = builder.baseUrl(url).build();
    Guest.print("connector", connectors.build().getClass().getName());
  }

  String get() {
    return client.get().uri("/web").retrieve().bodyToMono(String.class).block();
  }
}
