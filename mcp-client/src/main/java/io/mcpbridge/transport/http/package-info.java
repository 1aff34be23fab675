/**
 * Streamable HTTP (2025-03-26 and later) and HTTP+SSE (2024-11-05), blocking on the caller's
 * thread. Pool, TLS and wire format are Apache HttpClient 5's; its client above them is left out,
 * and with it redirects, retries, cookies and content decoding. Two storeys, the upper one with two
 * flats that share nothing but what is below:
 *
 * <table>
 * <caption>Where to look</caption>
 * <tr><th>Streamable HTTP</th><td>
 *   {@link io.mcpbridge.transport.http.StreamableHttpTransport} the settings;
 *   {@code StreamableHttpChannel} the way to one server;
 *   {@code StreamableHttpExchange} a request and its answer, read by the caller;
 *   {@code StreamableHttpPost} one message as a part of the session.
 *   {@code Session} ({@code HttpSession}, {@code NoSession}) what ties them together, and
 *   {@code Parting} its end. {@code StandaloneStream} what the server says by itself;
 *   {@code Resumption} and {@code CutAnswers} the rest of an answer whose stream was cut</td></tr>
 * <tr><th>HTTP+SSE</th><td>
 *   {@link io.mcpbridge.transport.http.HttpSseTransport} the settings;
 *   {@code SseChannel} one session; {@code SseExchange} a POST and its answer on the stream;
 *   {@code SseStream} the stream, with a reader of its own; {@code SseMessages} what comes on it;
 *   {@code MessageEndpoint} where messages go</td></tr>
 * <tr><th>The engine: a request</th><td>
 *   {@code HttpCall} a request, and once more with better credentials; {@code HttpAttempt} one
 *   request on one connection; {@code RequestFactory} all headers ({@code HeaderRules},
 *   {@code CheckedCredentials}); {@code Notices} those that nobody waits for</td></tr>
 * <tr><th>The engine: its answer</th><td>
 *   {@code HttpAnswers} tells the kinds of {@code HttpAnswer} apart ({@code JsonAnswer},
 *   {@code EventStreamAnswer}); {@code EventStream} over {@code EventLines} the event stream format,
 *   {@code StreamPosition} how far it was read, {@code Reconnects} when to ask again;
 *   {@code Refusal} an answer outside 2xx; {@code Body} the bytes</td></tr>
 * <tr><th>The engine: connections</th><td>
 *   {@code SharedPool} and {@code PoolHandle} who keeps them, {@code Place} how many requests are
 *   made at a time; {@code ConnectionPool} of
 *   {@code PooledConnection}, {@code KeepAlive} and {@code IdleSweep} for how long;
 *   {@code Endpoint} where to</td></tr>
 * <tr><th>The engine: time</th><td>
 *   {@code Watchdog} and {@code Watch} make what blocks feel deadlines and interrupts;
 *   {@code Breakable} what they end: an attempt, a {@code Pause}, a {@code CredentialsWait}, a
 *   {@code CurrentStep} of longer work</td></tr>
 * <tr><th>The engine: words</th><td>
 *   {@code HttpErrors} and {@code StatusErrors} what went wrong; {@code Address} and {@code Texts}
 *   how a URL and a server's words are shown</td></tr>
 * </table>
 */
@NullMarked
package io.mcpbridge.transport.http;

import org.jspecify.annotations.NullMarked;
