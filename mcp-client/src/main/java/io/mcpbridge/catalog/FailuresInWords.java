package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whatever goes wrong becomes a sentence for the model, with the exception beside it. */
final class FailuresInWords implements ToolCallStep {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    CatalogTool tool = call.tool();
    try {
      return rest.proceed(call);
    } catch (McpException e) {
      e.during(tool.server(), "tools/call " + tool.name());
      return ToolOutput.failure(FailureText.of(e, tool), e);
    } catch (RuntimeException e) {
      // An interceptor or a supplier of credentials, most likely: the application's own code.
      log.error("A call of {} failed in this application", tool.modelName(), e);
      return ToolOutput.failure(
          FailureText.of(tool), new McpException("failed in this application: " + e, e));
    }
  }
}
