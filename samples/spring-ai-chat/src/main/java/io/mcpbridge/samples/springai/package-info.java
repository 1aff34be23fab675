/**
 * A Spring AI chat in the terminal. The servers are named in {@code application.yml}; {@link
 * io.mcpbridge.samples.springai.Chat} is where their tools are handed to the chat client.
 */
@NullMarked
package io.mcpbridge.samples.springai;

import org.jspecify.annotations.NullMarked;
