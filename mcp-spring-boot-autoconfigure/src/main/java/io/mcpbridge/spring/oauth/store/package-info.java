/** Token stores of an application. */
@NullMarked
package io.mcpbridge.spring.oauth.store;

import org.jspecify.annotations.NullMarked;
