package org.springframework.ai.google.genai;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

/** Has the name of Spring AI's class for Gemini, which is not on the class path. */
public class GoogleGenAiChatModel implements ChatModel {

  @Override
  public ChatResponse call(Prompt prompt) {
    throw new UnsupportedOperationException("never called");
  }
}
