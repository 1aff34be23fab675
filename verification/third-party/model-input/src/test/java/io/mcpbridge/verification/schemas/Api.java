package io.mcpbridge.verification.schemas;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.mistralai.MistralAiChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A model provider's API: LangChain4j's class for it, and the location of tools in its requests.
 */
enum Api {
  OPEN_AI(
      """
      {"id": "1", "object": "chat.completion", "created": 0, "model": "m",
       "choices": [{"index": 0, "finish_reason": "stop",
                    "message": {"role": "assistant", "content": "done"}}],
       "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
      """,
      url -> OpenAiChatModel.builder().baseUrl(url + "/v1").apiKey("none").modelName("m").build()),
  ANTHROPIC(
      """
      {"id": "1", "type": "message", "role": "assistant", "model": "m",
       "content": [{"type": "text", "text": "done"}], "stop_reason": "end_turn",
       "usage": {"input_tokens": 1, "output_tokens": 1}}
      """,
      url ->
          AnthropicChatModel.builder().baseUrl(url + "/v1").apiKey("none").modelName("m").build()),
  GEMINI(
      """
      {"candidates": [{"content": {"role": "model", "parts": [{"text": "done"}]},
                       "finishReason": "STOP", "index": 0}],
       "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
       "modelVersion": "m", "responseId": "1"}
      """,
      url -> GoogleAiGeminiChatModel.builder().baseUrl(url).apiKey("none").modelName("m").build()),
  OLLAMA(
      """
      {"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": true, "done_reason": "stop",
       "message": {"role": "assistant", "content": "done"}, "eval_count": 1, "prompt_eval_count": 1}
      """,
      url -> OllamaChatModel.builder().baseUrl(url).modelName("m").build()),
  MISTRAL(
      OPEN_AI.answer,
      url ->
          MistralAiChatModel.builder().baseUrl(url + "/v1").apiKey("none").modelName("m").build());

  private final String answer;
  private final Function<String, ChatModel> model;

  Api(String answer, Function<String, ChatModel> model) {
    this.answer = answer;
    this.model = model;
  }

  /** The tools in the body of the only request that this sends to the model. */
  Map<String, SentTool> sent(java.util.function.Consumer<ChatModel> request) {
    return sentTo(url -> request.accept(model.apply(url)));
  }

  /** The same for another class that calls this API. */
  Map<String, SentTool> sentTo(java.util.function.Consumer<String> url) {
    try (ModelStub stub = new ModelStub(answer)) {
      url.accept(stub.url());
      return tools(JsonObject.of(Json.read(stub.body())));
    }
  }

  private Map<String, SentTool> tools(JsonObject body) {
    Map<String, SentTool> tools = new LinkedHashMap<>();
    for (Object entry : body.list("tools")) {
      JsonObject tool = JsonObject.of(entry);
      switch (this) {
        case ANTHROPIC -> tools.put(tool.string("name"), sent(tool, "input_schema"));
        case GEMINI ->
            tool.list("functionDeclarations")
                .forEach(
                    declared -> {
                      JsonObject function = JsonObject.of(declared);
                      tools.put(
                          function.string("name"),
                          sent(
                              function,
                              function.has("parameters") ? "parameters" : "parametersJsonSchema"));
                    });
        default -> {
          JsonObject function = JsonObject.of(tool.get("function"));
          tools.put(function.string("name"), sent(function, "parameters"));
        }
      }
    }
    return tools;
  }

  private static SentTool sent(JsonObject function, String schema) {
    return new SentTool(function.string("description", ""), function.map(schema));
  }
}
