/** What the properties of authorization mean for a server. */
@NullMarked
package io.mcpbridge.spring.oauth.internal.settings;

import org.jspecify.annotations.NullMarked;
