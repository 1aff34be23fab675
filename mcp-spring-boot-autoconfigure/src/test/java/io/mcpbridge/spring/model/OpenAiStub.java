package io.mcpbridge.spring.model;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A model behind OpenAI's protocol that returns scripted responses, one per request, and records
 * the requests. Starts when constructed and resets after each test. Plain-text HTTP/2 is disabled:
 * offering it breaks clients on {@code java.net.http}.
 */
public final class OpenAiStub implements AfterEachCallback, AfterAllCallback {

  private static final String PATH = "(/v1)?/chat/completions";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final WireMockServer server =
      new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort().http2PlainDisabled(true));
  private int answers;

  /** Starts the stub. */
  public OpenAiStub() {
    server.start();
  }

  /** The base URL, without the {@code /v1} that some clients add themselves. */
  public String url() {
    return "http://127.0.0.1:" + server.port();
  }

  /** The next response calls a tool. */
  public OpenAiStub callsTool(String name, String arguments) {
    ObjectNode call =
        JSON.objectNode().put("index", 0).put("id", "call_" + answers).put("type", "function");
    call.putObject("function").put("name", name).put("arguments", arguments);
    ObjectNode message = JSON.objectNode().put("role", "assistant").putNull("content");
    message.putArray("tool_calls").add(call);
    return answers(message, "tool_calls");
  }

  /** The next response is a text. */
  public OpenAiStub says(String text) {
    return answers(JSON.objectNode().put("role", "assistant").put("content", text), "stop");
  }

  /** The recorded requests, in order. */
  public List<ModelRequest> requests() {
    return server.getAllServeEvents().stream()
        .map(event -> event.getRequest())
        .sorted(Comparator.comparing(LoggedRequest::getLoggedDate))
        .map(request -> ModelRequest.read(request.getBodyAsString()))
        .toList();
  }

  /** Clears the recorded requests and the scripted responses. */
  public void forget() {
    server.resetAll();
    answers = 0;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    forget();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server.stop();
  }

  private OpenAiStub answers(ObjectNode message, String finishReason) {
    message.putNull("refusal");
    String before = answers == 0 ? Scenario.STARTED : "answered " + answers;
    String after = "answered " + ++answers;
    server.stubFor(
        post(urlPathMatching(PATH))
            .atPriority(2)
            .inScenario("conversation")
            .whenScenarioStateIs(before)
            .willSetStateTo(after)
            .willReturn(
                aResponse()
                    .withHeader("Content-Type", "application/json")
                    .withBody(Completion.document(message, finishReason))));
    server.stubFor(
        post(urlPathMatching(PATH))
            .withRequestBody(matchingJsonPath("$[?(@.stream == true)]"))
            .atPriority(1)
            .inScenario("conversation")
            .whenScenarioStateIs(before)
            .willSetStateTo(after)
            .willReturn(
                aResponse()
                    .withHeader("Content-Type", "text/event-stream")
                    .withBody(Completion.streamed(message, finishReason))));
    return this;
  }
}
