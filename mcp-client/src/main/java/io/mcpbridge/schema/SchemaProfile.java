package io.mcpbridge.schema;

/**
 * The form in which a model is sent the input schemas of tools. The frameworks' adapters for the
 * model providers send different parts of a schema, and the providers take different keywords. What
 * cannot be sent as a schema is told in words.
 */
public enum SchemaProfile {

  /**
   * Whole: properties, required and definitions of the root, anything inside of them. The tool's
   * description has no more than 1,024 characters, beyond which some who offer OpenAI's models
   * refuse a request; what does not fit is in the description of the root.
   */
  VERBATIM(new VerbatimForm(SchemaNotes.IN_A_SHORT_DESCRIPTION)),

  /** As {@link #VERBATIM}, with descriptions of any length. */
  VERBATIM_BELOW_ROOT(new VerbatimForm(SchemaNotes.IN_THE_TOOLS_DESCRIPTION)),

  /**
   * Without definitions: each {@code $ref} is replaced by what it refers to. A schema that refers
   * to itself is written out twice, one inside the other.
   */
  INLINED(new InlinedForm(SchemaNotes.IN_THE_TOOLS_DESCRIPTION)),

  /** As {@link #INLINED}, with descriptions as short as those of {@link #VERBATIM}. */
  AZURE_OPENAI(new InlinedForm(SchemaNotes.IN_A_SHORT_DESCRIPTION)),

  /**
   * For OpenAI's strict mode, which holds the model to the schema: each tool whose schema allows it
   * is sent as strict; its objects are closed, and what may be left out is required and may be
   * {@code null}, which is left out again before the server is called, unless the server takes
   * {@code null} there, or {@link io.mcpbridge.arguments.ArgumentPolicy#PASS} sends arguments as
   * they are. The other tools are sent as {@link #VERBATIM}, not strict. To be chosen; no provider
   * has it by default.
   */
  OPENAI_STRICT(new StrictForm()),

  /** As {@link #INLINED}, with the keywords alone that Gemini takes. */
  GEMINI(new GeminiForm()),

  /** As {@link #INLINED}, in plain types alone, such as LangChain4j has classes for. */
  TYPED(new TypedForm());

  private final Form form;

  SchemaProfile(Form form) {
    this.form = form;
  }

  Form form() {
    return form;
  }
}
