package io.mcpbridge.samples.model;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import java.net.InetAddress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stub of a hosted chat model: serves {@code POST /v1/chat/completions} on a free loopback port,
 * blocking and with {@code "stream": true}, so that an agent can be tried and tested without an API
 * key or network.
 *
 * <p>The model is scripted and says so in every text it returns. It does not understand questions:
 * it compares the question's words with the names and descriptions of the request's tools, calls
 * the best match, and quotes the tool results it receives. The results therefore show what a real
 * model would have received, not what a test expects.
 *
 * <pre>{@code
 * try (ScriptedModel model = ScriptedModel.start()) {
 *   ChatModel chat = OpenAiChatModel.builder()
 *       .baseUrl(model.baseUrl()).apiKey("none").modelName("scripted").build();
 * }
 * }</pre>
 *
 * <p>What a user may write:
 *
 * <ul>
 *   <li>a plain question, such as {@code What is the weather in Paris?}; arguments are taken from
 *       the question (numbers, "quoted strings", paths, capitalized words, the noun after a
 *       preposition, {@code name=value});
 *   <li>several at once, joined by {@code ;}, {@code and then} or {@code and}: one tool call each,
 *       all in one answer unless the request says {@code "parallel_tool_calls": false};
 *   <li>{@code use <tool> {"argument": "value"}}: exactly this call, for tests and documentation.
 *       The tool is named in full or by the unique part after {@code __}.
 * </ul>
 *
 * <p>Everything else ({@code temperature}, {@code response_format}, {@code n}, a {@code
 * tool_choice} of {@code required}) is accepted and ignored. A request that is invalid for OpenAI
 * gets status 400 and an OpenAI error object. Thread-safe. Close the model: its server threads keep
 * the process alive.
 */
public final class ScriptedModel implements AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(ScriptedModel.class);

  private final RequestLog requests;
  private final WireMockServer server;

  private ScriptedModel(RequestLog requests, WireMockServer server) {
    this.requests = requests;
    this.server = server;
  }

  /**
   * Starts a model on a free port of the loopback interface; it is ready when this returns.
   *
   * @throws com.github.tomakehurst.wiremock.common.FatalStartupException if no port can be opened
   */
  public static ScriptedModel start() {
    RequestLog requests = new RequestLog();
    WireMockServer server =
        new WireMockServer(
            WireMockConfiguration.options()
                .dynamicPort()
                .bindAddress(InetAddress.getLoopbackAddress().getHostAddress())
                // With h2c enabled, a POST from the JDK's HTTP client with its default version is
                // reset.
                .http2PlainDisabled(true)
                .disableRequestJournal()
                .extensions(new ChatCompletionsEndpoint(requests), new UnknownEndpoint()));
    server.stubFor(any(anyUrl()).atPriority(10).willReturn(answeredBy(UnknownEndpoint.NAME)));
    server.stubFor(
        post(urlPathMatching("(/v1)?/chat/completions"))
            .atPriority(1)
            .willReturn(answeredBy(ChatCompletionsEndpoint.NAME)));
    server.start();
    ScriptedModel model = new ScriptedModel(requests, server);
    logger.debug("Scripted model serves {}", model.baseUrl());
    return model;
  }

  private static ResponseDefinitionBuilder answeredBy(String transformer) {
    return aResponse().withTransformers(transformer);
  }

  /**
   * The base URL to configure in an OpenAI client, such as {@code http://localhost:40123/v1}.
   * Clients that add {@code /v1} themselves take it without its last segment.
   */
  public String baseUrl() {
    return "http://localhost:" + server.port() + "/v1";
  }

  /**
   * The bodies of the chat completion requests received so far, oldest first and unmodified,
   * including rejected ones. Keeps the last {@value RequestLog#CAPACITY}. Does not record headers,
   * so that API keys stay out of logs and failure messages.
   */
  public List<String> requests() {
    return requests.all();
  }

  /** Stops the server and frees the port. Closing again does nothing. */
  @Override
  public void close() {
    server.stop();
  }
}
