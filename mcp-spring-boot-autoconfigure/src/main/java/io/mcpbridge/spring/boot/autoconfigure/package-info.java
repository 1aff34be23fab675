/** The auto-configurations, with their failure analyzers and hints. */
@NullMarked
package io.mcpbridge.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
