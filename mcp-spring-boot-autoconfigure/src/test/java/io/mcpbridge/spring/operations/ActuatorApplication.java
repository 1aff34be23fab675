package io.mcpbridge.spring.operations;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application with the actuator, as its operator accesses it over HTTP. */
final class ActuatorApplication implements AutoCloseable {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ConfigurableApplicationContext context;

  private ActuatorApplication(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static ActuatorApplication start(String... properties) {
    return start(List.of(), properties);
  }

  /** Starts with further configuration classes. */
  static ActuatorApplication start(List<Class<?>> configuration, String... properties) {
    SpringApplication application = new SpringApplication(Application.class);
    application.addPrimarySources(configuration);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    Stream<String> common =
        Stream.of("server.port=0", "spring.ai.openai.api-key=none", "spring.jmx.enabled=false");
    return new ActuatorApplication(
        application.run(
            Stream.concat(common, Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new)));
  }

  ConfigurableApplicationContext context() {
    return context;
  }

  /** Waits for a server's event after those already awaited. */
  void await(String server, String event) throws InterruptedException {
    BlockingQueue<String> events = context.getBean(RecordingListener.class).of(server);
    for (String next = ""; !event.equals(next); ) {
      next = events.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("did not happen: " + server + " " + event);
      }
    }
  }

  Answer get(String path) {
    return send(request(path).GET().build());
  }

  Answer post(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path));
  }

  private static Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }

  record Answer(int status, String body) {

    JsonObject json() {
      return JsonObject.of(Json.readObject(body));
    }

    /** A nested value, by the path of property names. */
    @Nullable Object value(String... names) {
      JsonObject inside = json();
      for (int i = 0; i < names.length - 1; i++) {
        inside = inside.object(names[i]);
      }
      return inside.get(names[names.length - 1]);
    }
  }

  @EnableAutoConfiguration
  static class Application {

    @Bean
    RecordingListener log() {
      return new RecordingListener();
    }
  }

  /** Records the events of each server, in order. */
  static final class RecordingListener implements CatalogListener {
    private final Map<String, BlockingQueue<String>> events = new ConcurrentHashMap<>();

    BlockingQueue<String> of(String server) {
      return events.computeIfAbsent(server, name -> new LinkedBlockingQueue<>());
    }

    @Override
    public void stateChanged(
        String server, ServerState before, ServerState now, @Nullable String reason) {
      of(server).add(now.name());
    }

    @Override
    public void toolsChanged(String server, ToolsChange change) {
      change.added().forEach(tool -> of(server).add(tool.modelName()));
    }
  }
}
