package io.mcpbridge.samples.model;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** OpenAI's error object, which OpenAI clients convert to their exceptions. */
final class ErrorResponse {

  private ErrorResponse() {}

  static ResponseDefinition of(int status, String message, String param) {
    ObjectNode body = JsonText.object();
    ObjectNode error = body.putObject("error");
    error.put("message", message);
    error.put("type", "invalid_request_error");
    if (param.isEmpty()) {
      error.putNull("param");
    } else {
      error.put("param", param);
    }
    error.putNull("code");
    return ResponseDefinitionBuilder.responseDefinition()
        .withStatus(status)
        .withHeader("Content-Type", "application/json")
        .withBody(body.toString())
        .build();
  }
}
