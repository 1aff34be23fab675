package io.mcpbridge.schema;

/**
 * The form in which tools' input schemas are sent to a model. Frameworks' provider adapters send
 * different parts of a schema, and providers support different keywords. What cannot be sent as a
 * schema becomes a note in the description.
 */
public enum SchemaProfile {

  /**
   * The whole schema: the root's properties, required and definitions, with any keyword inside
   * them. The tool's description is at most 1,024 characters, because some providers of OpenAI's
   * models reject longer ones; the excess moves to the root's description.
   */
  VERBATIM(SchemaAdapter.verbatim(SchemaNotes.IN_A_SHORT_DESCRIPTION)),

  /** Same as {@link #VERBATIM}, with descriptions of any length. */
  VERBATIM_BELOW_ROOT(SchemaAdapter.verbatim(SchemaNotes.IN_THE_TOOLS_DESCRIPTION)),

  /**
   * Without definitions: each {@code $ref} is replaced by its target. A recursive schema is
   * expanded twice.
   */
  INLINED(SchemaAdapter.inlined(SchemaNotes.IN_THE_TOOLS_DESCRIPTION)),

  /** Same as {@link #INLINED}, with the description limit of {@link #VERBATIM}. */
  AZURE_OPENAI(SchemaAdapter.inlined(SchemaNotes.IN_A_SHORT_DESCRIPTION)),

  /**
   * For OpenAI's strict mode, which enforces the schema. A tool whose schema allows it is sent as
   * strict: its objects are closed, and optional members become required and nullable. Their nulls
   * are removed before the server is called, unless the server accepts {@code null} there or {@link
   * io.mcpbridge.arguments.ArgumentPolicy#PASS} sends arguments unchanged. Other tools are sent as
   * with {@link #VERBATIM}, not strict. Opt-in; not the default of any provider.
   */
  OPENAI_STRICT(StrictSchemas::adapt),

  /** Same as {@link #INLINED}, with only the keywords that Gemini supports. */
  GEMINI(GeminiSchemas::adapt),

  /** Same as {@link #INLINED}, with plain types only, such as LangChain4j has classes for. */
  TYPED(TypedSchemas::adapt);

  private final SchemaAdapter schemaAdapter;

  SchemaProfile(SchemaAdapter schemaAdapter) {
    this.schemaAdapter = schemaAdapter;
  }

  SchemaAdapter form() {
    return schemaAdapter;
  }
}
