package dev.langchain4j.mcp.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.langchain4j.agent.tool.ToolSpecification;

/** Exposes the package-private conversion of LangChain4j's own MCP client, for one tool. */
public final class OwnConverter {

  private static final ObjectMapper JSON = new ObjectMapper();

  private OwnConverter() {}

  /**
   * @param toolJson the tool as its server lists it
   * @throws RuntimeException if the tool would make the whole list fail
   */
  public static ToolSpecification convert(String toolJson) {
    try {
      ArrayNode list = JSON.createArrayNode().add(JSON.readTree(toolJson));
      return ToolSpecificationHelper.toolSpecificationListFromMcpResponse(list).get(0);
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
