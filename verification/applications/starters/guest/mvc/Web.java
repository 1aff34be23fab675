package demo;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Calls by the application's own client. */
@Component
class Web {

  private final RestClient client;

  Web(
      RestClient.Builder builder,
      ClientHttpRequestFactoryBuilder<?> factories,
      @Value("${guest.url}") String url) {
    client = builder.baseUrl(url).build();
    Guest.print("request factory", factories.build().getClass().getName());
  }

  String get() {
    return client.get().uri("/web").retrieve().body(String.class);
  }
}
