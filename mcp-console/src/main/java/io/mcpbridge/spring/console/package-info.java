/** The console: a page that shows the servers and tools of the application. */
@NullMarked
package io.mcpbridge.spring.console;

import org.jspecify.annotations.NullMarked;
