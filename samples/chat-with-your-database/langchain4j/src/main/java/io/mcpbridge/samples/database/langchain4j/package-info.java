/** A LangChain4j chat about a PostgreSQL database. */
@NullMarked
package io.mcpbridge.samples.database.langchain4j;

import org.jspecify.annotations.NullMarked;
