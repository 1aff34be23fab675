/** What a server lists: admission, pinned definitions, changes, resources as tools. */
@NullMarked
package io.mcpbridge.catalog.internal.tools;

import org.jspecify.annotations.NullMarked;
