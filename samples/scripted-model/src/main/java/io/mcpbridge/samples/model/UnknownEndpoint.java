package io.mcpbridge.samples.model;

import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;

/**
 * Any other URL, usually a base URL with a segment too many or too few, so the error names both.
 */
final class UnknownEndpoint implements ResponseDefinitionTransformerV2 {

  static final String NAME = "unknown-endpoint";

  @Override
  public ResponseDefinition transform(ServeEvent event) {
    String endpoint = event.getRequest().getMethod() + " " + event.getRequest().getUrl();
    return ErrorResponse.of(
        404,
        "Unknown request URL: "
            + endpoint
            + ". The scripted model serves only POST /v1/chat/completions and POST"
            + " /chat/completions; check the client's base URL.",
        "");
  }

  @Override
  public boolean applyGlobally() {
    return false;
  }

  @Override
  public String getName() {
    return NAME;
  }
}
