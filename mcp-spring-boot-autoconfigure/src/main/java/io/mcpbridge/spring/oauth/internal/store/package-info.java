/** Token stores of an application. */
@NullMarked
package io.mcpbridge.spring.oauth.internal.store;

import org.jspecify.annotations.NullMarked;
