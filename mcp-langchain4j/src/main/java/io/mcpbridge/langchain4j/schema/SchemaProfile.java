package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.ModelProvider;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a model is sent the input schemas of tools. LangChain4j's adapters for the
 * model providers send different parts of a schema, and the providers take different keywords. What
 * cannot be sent as a schema is told in words.
 */
public enum SchemaProfile {

  /**
   * Whole: properties, required and definitions of the root, anything inside of them. The tool's
   * description has no more than 1,024 characters, beyond which some who offer OpenAI's models
   * refuse a request; what does not fit is in the description of the root, and a loss, because not
   * all adapters send that.
   */
  VERBATIM(new VerbatimForm(Telling.IN_A_SHORT_DESCRIPTION)),

  /** As {@link #VERBATIM}, with descriptions of any length. */
  VERBATIM_BELOW_ROOT(new VerbatimForm(Telling.IN_THE_TOOLS_DESCRIPTION)),

  /**
   * Without definitions: each {@code $ref} is replaced by what it refers to. A schema that refers
   * to itself is written out twice, one inside the other.
   */
  INLINED(new InlinedForm(Telling.IN_THE_TOOLS_DESCRIPTION)),

  /** As {@link #INLINED}, with descriptions as short as those of {@link #VERBATIM}. */
  AZURE_OPENAI(new InlinedForm(Telling.IN_A_SHORT_DESCRIPTION)),

  /**
   * For OpenAI's strict mode, which holds the model to the schema: each tool whose schema allows it
   * is sent as strict; its objects are closed, and what may be left out is required and may be
   * {@code null}, which is left out again before the server is called, unless the server takes
   * {@code null} there, or {@link io.mcpbridge.catalog.ArgumentPolicy#PASS} sends arguments as they
   * are. The other tools are sent as {@link #VERBATIM}, not strict. To be chosen; no provider has
   * it by default.
   */
  OPENAI_STRICT(new StrictForm()),

  /** As {@link #INLINED}, with the keywords alone that Gemini takes. */
  GEMINI(new GeminiForm()),

  /** As {@link #INLINED}, in LangChain4j's own types of schemas alone. */
  TYPED(new TypedForm());

  private final Form form;

  SchemaProfile(Form form) {
    this.form = form;
  }

  /** The profile for the models of a provider, where the application chose no other. */
  public static SchemaProfile of(@Nullable ModelProvider provider) {
    if (provider == null) {
      return INLINED;
    }
    return switch (provider) {
      case OPEN_AI, MICROSOFT_FOUNDRY, GITHUB_MODELS, WATSONX -> VERBATIM;
      case ANTHROPIC, GOOGLE_VERTEX_AI_ANTHROPIC -> VERBATIM_BELOW_ROOT;
      case AZURE_OPEN_AI -> AZURE_OPENAI;
      case GOOGLE_AI_GEMINI -> GEMINI;
      case GOOGLE_GENAI, GOOGLE_VERTEX_AI_GEMINI -> TYPED;
      default -> INLINED;
    };
  }

  Form form() {
    return form;
  }
}
