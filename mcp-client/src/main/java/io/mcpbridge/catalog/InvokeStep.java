package io.mcpbridge.catalog;

import io.mcpbridge.error.ServerText;
import io.mcpbridge.model.CallToolResult;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last step of a call: renders the server's result as text for the model. */
final class InvokeStep implements ToolCallStep {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final OnceLogger shortened = new OnceLogger();
  private final OutputValidation output;

  InvokeStep(OutputValidation output) {
    this.output = output;
  }

  @Override
  public ToolOutput take(ToolCall call, Chain nothing) {
    return rendered(call, call.server().call(call));
  }

  @Override
  public CompletableFuture<ToolOutput> takeAsync(
      ToolCall call, AsyncCall async, AsyncRest nothing) {
    return call.server().callAsync(call, async).thenApply(result -> rendered(call, result));
  }

  private ToolOutput rendered(ToolCall call, CallToolResult result) {
    output.check(call.tool(), result);
    String from = call.server().options().provenance() ? from(call) : "";
    return ResultRenderer.render(
        result,
        from,
        call.server().options(),
        most(call),
        length -> tellShortened(call.tool(), length, most(call)));
  }

  private static int most(ToolCall call) {
    ServerOptions options = call.server().options();
    Integer own = options.forTool(call.tool().name()).maxResultCharacters();
    return own == null ? options.maxResultCharacters() : own;
  }

  private static String from(ToolCall call) {
    CatalogTool tool = call.tool();
    String words = ServerText.line(tool.shown().displayName());
    return "[" + call.modelName() + ", \"" + words + "\" of " + tool.server() + "]";
  }

  private void tellShortened(CatalogTool tool, int length, int most) {
    if (shortened.isNews(tool.modelName())) {
      log.info(
          "MCP server \"{}\": a result of \"{}\" has {} characters, of which the model gets {}"
              + " ({}); logged once per tool",
          tool.server(),
          ServerText.line(tool.name()),
          length,
          most,
          ServerOptions.MAX_RESULT_CHARACTERS);
    }
  }
}
