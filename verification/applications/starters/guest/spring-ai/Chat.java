package demo;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.stereotype.Component;

@Component
class Chat {

  private final ChatClient client;

  Chat(ChatClient.Builder builder) {
    client = builder.build();
  }

  String ask() {
    return client.prompt("hello").call().content();
  }
}
