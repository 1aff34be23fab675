/** Stores approvals in a table of the application's database. */
@NullMarked
package io.mcpbridge.approval.jdbc;

import org.jspecify.annotations.NullMarked;
