/**
 * The threads that this library starts: daemons that live only while there is work, and that do not
 * keep references to the application whose call started them.
 */
@NullMarked
package io.mcpbridge.thread;

import org.jspecify.annotations.NullMarked;
