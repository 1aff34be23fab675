/**
 * The threads that this library starts itself: daemons that are there only while there is something
 * to do, and that hold on to nothing of the application whose call happened to start them.
 */
@NullMarked
package io.mcpbridge.thread;

import org.jspecify.annotations.NullMarked;
