package demo;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Has an AI service of its own, with tools of its own, which must work as without us. */
@SpringBootApplication
public class Application {

  interface Assistant {
    String chat(String message);
  }

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("started")).build();
          }
        };
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(request -> ToolProviderResult.builder().build())
            .build();
    System.out.println("answer: " + assistant.chat("Hello"));
  }
}
