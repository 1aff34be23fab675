/**
 * A real MCP server in one executable jar: {@link io.mcpbridge.samples.weather.WeatherServer}
 * describes two tools and serves them over standard input and output.
 */
@NullMarked
package io.mcpbridge.samples.weather;

import org.jspecify.annotations.NullMarked;
