package io.mcpbridge.authorization;

import io.mcpbridge.json.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real headless browser with an empty profile, driven by chromedriver (W3C WebDriver). It can
 * reach only this machine.
 */
final class Chromium implements Person {

  private static final Pattern STARTED = Pattern.compile(".*started successfully on port (\\d+).*");
  private static final int MAX_STEPS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** WebDriver's JSON key for an element reference. */
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private final Process driver;
  private final Path profile;
  private final String session;
  private int forms;

  private Chromium(Process driver, Path profile, String session) {
    this.driver = driver;
    this.profile = profile;
    this.session = session;
  }

  /** The chromedriver executable, if installed. */
  static Optional<Path> driver() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "chromedriver"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start() {
    Path executable =
        driver()
            .orElseThrow(
                () ->
                    new AssertionError(
                        "no chromedriver here, and MCP_BROWSER says that there has to be one;"
                            + " verification/third-party/authorization/install gets it"));
    try {
      Path profile = Files.createTempDirectory("chromium-");
      ProcessBuilder command =
          new ProcessBuilder(executable.toString(), "--port=0", "--log-level=SEVERE");
      command.environment().put("HOME", profile.toString());
      command.environment().put("TMPDIR", profile.toString());
      Process driver = command.redirectErrorStream(true).start();
      String root = "http://127.0.0.1:" + port(driver) + "/session";
      Map<?, ?> value = (Map<?, ?>) value(Web.send("POST", URI.create(root), wishes(profile)));
      return new Chromium(driver, profile, root + "/" + value.get("sessionId"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String port(Process driver) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.matches()) {
        return started.group(1);
      }
    }
    throw new AssertionError("chromedriver did not start");
  }

  private static String wishes(Path profile) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put(
        "args",
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-extensions",
            "--no-first-run",
            "--remote-debugging-pipe",
            "--user-data-dir=" + profile.resolve("profile"),
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"));
    return Json.write(
        Map.of(
            "capabilities",
            Map.of("alwaysMatch", Map.of("browserName", "chrome", "goog:chromeOptions", options))));
  }

  @Override
  public Page visit(URI page, String user, Decision decision) {
    if (Web.send("POST", endpoint("/url"), Json.write(Map.of("url", page.toString()))).status()
        != 200) {
      return new Page(page, UNREACHABLE);
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      if (isThere("input[name=username]")) {
        type("input[name=username]", user);
        type("input[name=password]", user + "'s password");
        submit("button[type=submit]");
      } else if (isThere("form[name=consent_form]")) {
        decide(decision);
      } else {
        break;
      }
    }
    return new Page(URI.create(get("/url")), get("/element/" + find("body").get(0) + "/text"));
  }

  private void decide(Decision decision) {
    if (decision == Decision.REFUSE) {
      submit("#cancel-consent");
      return;
    }
    for (String box : find("input[type=checkbox]:enabled")) {
      post("/element/" + box + "/click", Map.of());
    }
    submit("#submit-consent");
  }

  private void submit(String button) {
    forms++;
    String page = find("html").get(0);
    post("/element/" + find(button).get(0) + "/click", Map.of());
    awaitEndOf(page);
  }

  /** A script may leave the page shortly after the response to the click. */
  private void awaitEndOf(String page) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (Web.send("GET", endpoint("/element/" + page + "/name"), null).status() == 200) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("the browser stays where it is");
      }
      LockSupport.parkNanos(10_000_000); // there is no event to wait for
    }
  }

  private void type(String field, String text) {
    post("/element/" + find(field).get(0) + "/value", Map.of("text", text));
  }

  private boolean isThere(String selector) {
    return !find(selector).isEmpty();
  }

  private List<String> find(String selector) {
    Object elements = post("/elements", Map.of("using", "css selector", "value", selector));
    return ((List<?>) elements)
        .stream().map(element -> String.valueOf(((Map<?, ?>) element).get(ELEMENT))).toList();
  }

  @Override
  public void forget() {
    post("/goog/cdp/execute", Map.of("cmd", "Network.clearBrowserCookies", "params", Map.of()));
  }

  @Override
  public int forms() {
    return forms;
  }

  private URI endpoint(String path) {
    return URI.create(session + path);
  }

  private String get(String path) {
    return String.valueOf(value(Web.send("GET", endpoint(path), null)));
  }

  private Object post(String path, Map<String, Object> body) {
    return value(Web.send("POST", endpoint(path), Json.write(body)));
  }

  private static Object value(Web.Answer answer) {
    Object value = Json.readObject(answer.body()).get("value");
    if (answer.status() != 200) {
      throw new AssertionError("the browser: " + value);
    }
    return value;
  }

  @Override
  public void close() {
    try {
      Web.send("DELETE", endpoint(""), null);
      driver.destroy();
      if (!driver.waitFor(60, TimeUnit.SECONDS)) {
        driver.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(profile)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
