/** A Spring AI chat about a PostgreSQL database. */
@NullMarked
package io.mcpbridge.samples.database.springai;

import org.jspecify.annotations.NullMarked;
