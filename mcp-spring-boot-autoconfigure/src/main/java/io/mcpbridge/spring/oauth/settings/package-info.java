/** Properties of authorization. */
@NullMarked
package io.mcpbridge.spring.oauth.settings;

import org.jspecify.annotations.NullMarked;
