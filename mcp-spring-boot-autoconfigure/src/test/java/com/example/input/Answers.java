package com.example.input;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.spring.boot.McpInputHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

@Component
class Answers {

  @McpInputHandler(servers = "files")
  ListRootsResult roots(ListRootsRequest request) {
    return new ListRootsResult(List.of(Root.of(Path.of("/data"))));
  }

  @McpInputHandler
  ElicitResult confirm(ElicitFormRequest form, CallerContext caller) {
    return caller.user() == null
        ? ElicitResult.decline()
        : ElicitResult.accept(Map.of("name", caller.user()));
  }
}
