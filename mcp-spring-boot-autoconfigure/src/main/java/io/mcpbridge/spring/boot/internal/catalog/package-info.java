/** The tool catalogs of an application and of its users: approval, life cycle and reload. */
@NullMarked
package io.mcpbridge.spring.boot.internal.catalog;

import org.jspecify.annotations.NullMarked;
