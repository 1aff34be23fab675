/** Tool definitions in the form of LangChain4j, for each model provider. */
@NullMarked
package io.mcpbridge.langchain4j.schema;

import org.jspecify.annotations.NullMarked;
