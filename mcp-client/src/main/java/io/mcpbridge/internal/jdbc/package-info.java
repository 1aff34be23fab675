/** Entries in a table of the application's database. Internal API. */
@NullMarked
package io.mcpbridge.internal.jdbc;

import org.jspecify.annotations.NullMarked;
