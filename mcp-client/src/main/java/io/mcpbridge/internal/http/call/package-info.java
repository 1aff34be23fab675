/**
 * One HTTP request of a transport: its attempts, cancellation, session, credentials and errors.
 * With the packages beside it the common engine of both transports, which share nothing else:
 *
 * <table>
 * <caption>Where to look</caption>
 * <tr><th>Streamable HTTP</th><td>
 * {@link io.mcpbridge.transport.http.StreamableHttpTransport} the settings; {@code
 * StreamableHttpChannel} the connection to one server; {@code StreamableHttpExchange} a request and
 * its response, read by the caller; {@code StreamableHttpPost} one message of the session. {@code
 * Session} ({@code HttpSession}, {@code NoSession}), and {@code SessionTermination} its end. {@code
 * StandaloneStream} messages that the server sends on its own; {@code StreamResumption} and {@code
 * InterruptedStreams} the rest of an interrupted response</td></tr>
 * <tr><th>HTTP+SSE</th><td>
 * {@link io.mcpbridge.transport.http.HttpSseTransport} the settings; {@code SseChannel} one
 * session; {@code SseExchange} a POST and its response on the stream; {@code SseSessionStream} the stream
 * and its reader thread; {@code SseMessages} its events; {@code MessageEndpoint} the endpoint for
 * messages</td></tr>
 * <tr><th>The engine: a request</th><td>
 * {@code HttpCall} a request, repeated after a renewal of credentials; {@code HttpAttempt} one
 * request on one connection; {@code RequestFactory} all headers ({@code HeaderRules}, {@code
 * CheckedCredentials}); {@code CancellationSender} background notifications</td></tr>
 * <tr><th>The engine: its response</th><td>
 * {@code HttpResponseParser} selects the {@code HttpResponseMessages} ({@code JsonResponseMessages}, {@code
 * EventStreamResponseMessages}); {@code EventStreamParser} over {@code EventLines} the event stream format, {@code
 * StreamPosition} the position in it, {@code ReconnectDelay} the backoff; {@code ErrorStatusResponse} a response
 * outside 2xx; {@code ResponseBody} the bytes</td></tr>
 * <tr><th>The engine: connections</th><td>
 * {@code SharedPool} and {@code PoolHandle} the owners, {@code RequestPermit} the request permit; {@code
 * ConnectionPool} of {@code ClientConnection}, {@code SocketConnector} sockets and TLS; {@code KeepAlive} idle connections; {@code Endpoint} the address</td></tr>
 * <tr><th>The engine: time</th><td>
 * {@code Watchdog} and {@code WatchedAttempt} make blocking operations respect deadlines and interrupts;
 * {@code Cancellable} is what they cancel: an attempt, a {@code InterruptibleDelay}, a {@code CredentialsWaitContext}, a
 * {@code CancellableSequence} of a longer operation</td></tr>
 * <tr><th>The engine: messages</th><td>
 * {@code HttpErrors} and {@code StatusErrors} exceptions; {@code RedactedUrl} and {@code ServerMessageText} how a
 * URL and a server's text are displayed</td></tr>
 * </table>
 */
@NullMarked
package io.mcpbridge.internal.http.call;

import org.jspecify.annotations.NullMarked;
