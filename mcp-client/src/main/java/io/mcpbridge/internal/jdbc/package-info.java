/** Entries in a table of the application's database. */
@NullMarked
package io.mcpbridge.internal.jdbc;

import org.jspecify.annotations.NullMarked;
