/** Properties of authorization, and what they mean for a server. */
@NullMarked
package io.mcpbridge.spring.oauth.settings;

import org.jspecify.annotations.NullMarked;
