package io.mcpbridge.internal.http.connection;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.TimeValue;

/** How long an idle connection can be reused, according to the server. */
public final class KeepAlive {

  private static final TimeValue DEFAULT = TimeValue.ofSeconds(60);
  private static final Pattern TIMEOUT = Pattern.compile("timeout\\s*=\\s*\"?(\\d{1,6})");

  private KeepAlive() {}

  /**
   * Half a second less than the server announces, so that a request does not race with the close.
   */
  public static TimeValue of(HttpResponse response) {
    Header header = response.getFirstHeader("Keep-Alive");
    if (header == null || header.getValue() == null) {
      return DEFAULT;
    }
    Matcher matcher = TIMEOUT.matcher(header.getValue());
    return matcher.find()
        ? TimeValue.ofMilliseconds(Math.max(Long.parseLong(matcher.group(1)) * 1000 - 500, 1))
        : DEFAULT;
  }
}
