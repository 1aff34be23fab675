package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/** A model that runs during the tests of a class, and a plain HTTP client for it. */
final class RunningModel implements BeforeAllCallback, AfterAllCallback {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private ScriptedModel model;

  @Override
  public void beforeAll(ExtensionContext context) {
    model = ScriptedModel.start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    model.close();
  }

  ScriptedModel model() {
    return model;
  }

  HttpResponse<String> post(String path, Object body) {
    return post(URI.create(model.baseUrl() + path), body);
  }

  static HttpResponse<String> post(URI uri, Object body) {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  JsonNode complete(RequestBody body) {
    HttpResponse<String> response = post("/chat/completions", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonText.read(response.body());
  }

  /** The text of the model's response. */
  String text(RequestBody body) {
    JsonNode choice = complete(body).path("choices").path(0);
    assertThat(choice.path("message").has("tool_calls")).as(choice.toString()).isFalse();
    assertThat(choice.path("finish_reason").asText()).isEqualTo("stop");
    return choice.path("message").path("content").asText();
  }

  /** The calls in the model's response, each as {@code name arguments}. */
  List<String> calls(RequestBody body) {
    JsonNode choice = complete(body).path("choices").path(0);
    assertThat(choice.path("finish_reason").asText()).as(choice.toString()).isEqualTo("tool_calls");
    List<String> calls = new ArrayList<>();
    for (JsonNode call : choice.path("message").path("tool_calls")) {
      JsonNode function = call.path("function");
      calls.add(function.path("name").asText() + " " + function.path("arguments").asText());
    }
    return calls;
  }
}
