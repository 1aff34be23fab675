package io.mcpbridge.authorization;

import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Simulates a browser. */
final class Script implements Person {

  private static final int MAX_STEPS = 20;
  private static final Pattern INPUT = Pattern.compile("<input [^>]*>");
  private static final Pattern ACTION = Pattern.compile("<form [^>]*action=\"([^\"]*)\"");
  private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final Map<String, String> cookies = new LinkedHashMap<>();
  private int forms;

  @Override
  public Page visit(URI page, String user, Decision decision) {
    URI now = page;
    Web.Answer answer = get(now);
    for (int step = 0; step < MAX_STEPS && answer != null; step++) {
      if (answer.location() != null) {
        now = now.resolve(answer.location());
        answer = get(now);
      } else if (answer.body().contains("name=\"username\"")) {
        List<Map.Entry<String, String>> fields = fields(answer.body(), false);
        fields.add(Map.entry("username", user));
        fields.add(Map.entry("password", user + "'s password"));
        answer = submit(now, answer.body(), fields);
      } else if (answer.body().contains("name=\"consent_form\"")) {
        boolean agrees = decision == Decision.AGREE;
        answer = submit(now, answer.body(), fields(answer.body(), agrees));
      } else {
        return new Page(now, answer.body().replaceAll("<title>.*</title>|<[^>]*>", ""));
      }
    }
    return new Page(now, UNREACHABLE);
  }

  private Web.Answer get(URI uri) {
    return send("GET", uri, null);
  }

  private Web.Answer submit(URI now, String html, List<Map.Entry<String, String>> fields) {
    forms++;
    Matcher action = ACTION.matcher(html);
    return send("POST", action.find() ? now.resolve(action.group(1)) : now, Web.form(fields));
  }

  private Web.Answer send(String method, URI uri, String body) {
    String sent =
        cookies.entrySet().stream()
            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
            .collect(Collectors.joining("; "));
    Web.Answer answer;
    try {
      answer = Web.send(method, uri, body, "Accept", "text/html", "Cookie", sent);
    } catch (UncheckedIOException nobodyThere) {
      return null;
    }
    for (String cookie : answer.cookies()) {
      cookies.put(
          cookie.substring(0, cookie.indexOf('=')), cookie.substring(cookie.indexOf('=') + 1));
    }
    return answer;
  }

  private static List<Map.Entry<String, String>> fields(String html, boolean ticked) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    Matcher inputs = INPUT.matcher(html);
    while (inputs.find()) {
      Map<String, String> input = new LinkedHashMap<>();
      Matcher attributes = ATTRIBUTE.matcher(inputs.group());
      while (attributes.find()) {
        input.put(attributes.group(1), attributes.group(2));
      }
      boolean hidden = "hidden".equals(input.get("type"));
      if (hidden
          || (ticked && "checkbox".equals(input.get("type")) && input.get("value") != null)) {
        fields.add(Map.entry(input.get("name"), input.get("value")));
      }
    }
    return fields;
  }

  @Override
  public void forget() {
    cookies.clear();
  }

  @Override
  public int forms() {
    return forms;
  }
}
