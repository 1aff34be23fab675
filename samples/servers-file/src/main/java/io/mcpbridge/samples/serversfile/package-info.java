/** A LangChain4j chat with the servers of a desktop client's {@code mcpServers} file. */
@NullMarked
package io.mcpbridge.samples.serversfile;

import org.jspecify.annotations.NullMarked;
