package io.mcpbridge.doctor;

import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProcessExitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The finding for a server that cannot be used. */
final class FailureFinding {

  /** How programs report arguments that they do not accept. */
  private static final Pattern USAGE =
      Pattern.compile(
          "\\busage\\b|(unknown|unrecognized|invalid|unexpected|missing|bad)"
              + " (option|argument|flag|command)|requires? (at least|an? )?.{0,20}argument|Cannot"
              + " find module|No such file|Could not find or load main class|Unable to access"
              + " jarfile",
          Pattern.CASE_INSENSITIVE);

  /** How programs report a variable that they need. */
  private static final Pattern VARIABLE = Pattern.compile("\\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\\b");

  private static final Pattern MISSING =
      Pattern.compile(
          "required|requires|missing|not set|must be set|set the|undefined|not defined|not provided"
              + "|not found|environment",
          Pattern.CASE_INSENSITIVE);

  /** Lines that say nothing about the cause: frames of stack traces, carets, blank lines. */
  private static final Pattern NOISE =
      Pattern.compile("\\s*(at .*|[~^\\s]*|Node\\.js v.*|\\.\\.\\. .*|[{}\\])]+,?)");

  /** A setting of the HTTP transports that only Java code has. */
  private static final Pattern JAVA = Pattern.compile("[A-Z]\\w+\\.\\w+");

  /** Advice for Java developers in a message. */
  private static final Pattern JAVA_ADVICE =
      Pattern.compile(
          "; (change|raise) JsonLimits\\S+ .*|; check the path in the setting " + JAVA.pattern());

  /** The exit code of {@code docker run} if it fails itself, and of its replacements. */
  private static final int DOCKER_FAILED = 125;

  private static final Pattern DOCKER =
      Pattern.compile("^stdio: (\\S*/)?(docker|podman|nerdctl)(\\.exe)?( |$)");

  private static final Pattern NO_DAEMON =
      Pattern.compile(
          "cannot connect to the docker daemon|docker daemon is not running|docker\\.sock"
              + "|docker_engine|cannot connect to podman",
          Pattern.CASE_INSENSITIVE);

  /** What the message of an exit says about its code. */
  private static final Pattern SIGNAL = Pattern.compile("(?<=exit code \\d{3}) \\(signal [^)]*\\)");

  /** Precedes what a server says in the message of a failure. */
  private static final String EXPLANATION = "; the server says: ";

  private final McpException failure;
  private final boolean isProcess;
  private final String address;
  private final @Nullable String probedUrl;
  private final AdvisedSettings advised;

  /**
   * @param address the server's URL or command, without secrets
   * @param probedUrl whose port may be looked at; {@code null} for none
   */
  FailureFinding(
      McpException failure,
      boolean isProcess,
      String address,
      @Nullable String probedUrl,
      AdvisedSettings advised) {
    this.failure = failure;
    this.isProcess = isProcess;
    this.address = address;
    this.probedUrl = probedUrl;
    this.advised = advised;
  }

  Finding finding() {
    McpProcessExitException exit = exit();
    if (exit != null) {
      return ofExit(exit);
    }
    String setting = setting();
    String cause = Texts.sentence(JAVA_ADVICE.matcher(failure.reason()).replaceAll(""));
    PortProbe.Peer peer = peer();
    if (peer != null) {
      cause = Texts.sentence(peer.description() + "; " + failure.reason());
      setting = "url";
    }
    return Finding.of(
        Severity.ERROR, cause, setting, peer != null ? peer.advice() : advice(setting));
  }

  /** The end of a process, which may be the cause of the failure. */
  private @Nullable McpProcessExitException exit() {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof McpProcessExitException exit) {
        return exit;
      }
    }
    return null;
  }

  private Finding ofExit(McpProcessExitException exit) {
    String line = tellingLine(exit.standardError());
    String cause =
        "The process ended"
            + (exit.exitCode() == null ? "" : " with exit code " + exit.exitCode() + signal(exit))
            + (exit.hasAnswered() ? "" : " before it sent any message")
            + (line == null
                ? ", and printed nothing on standard error"
                : "; standard error: " + line);
    ExitAdvice advice = advice(exit, line == null ? "" : line);
    return Finding.of(Severity.ERROR, Texts.sentence(cause), advice.setting(), advice.text());
  }

  private static String signal(McpProcessExitException exit) {
    Matcher signal = SIGNAL.matcher(exit.reason());
    return signal.find() ? signal.group() : "";
  }

  /** The setting to change after the end of a process, and what to do. */
  private record ExitAdvice(@Nullable String setting, String text) {}

  private ExitAdvice advice(McpProcessExitException exit, String line) {
    String errors = exit.standardError();
    int exitCode = exit.exitCode() == null ? 0 : exit.exitCode();
    Matcher variable = VARIABLE.matcher(line);
    if (NO_DAEMON.matcher(errors).find()) {
      return new ExitAdvice(
          null, "Start Docker: the command runs a container, and no Docker daemon answers.");
    } else if (exit.hasAnswered()) {
      return new ExitAdvice(
          null,
          "The server fails by itself: correct what it prints, or use another version of it.");
    } else if (variable.find() && MISSING.matcher(errors).find()) {
      return new ExitAdvice(
          "env", "Write the variable below `env`: `" + variable.group(1) + ": ...`.");
    } else if (exitCode == DOCKER_FAILED && DOCKER.matcher(address).find()) {
      return new ExitAdvice(
          "args",
          "Docker did not start the container: start Docker if it does not run, otherwise correct"
              + " the options and the image in `args`.");
    } else if (exitCode == 127) {
      return new ExitAdvice(
          "command",
          "A program that the command runs was not found: install it, or write its full path.");
    } else if (USAGE.matcher(errors).find()) {
      return new ExitAdvice("args", "The program does not accept its arguments: correct `args`.");
    }
    return new ExitAdvice(
        "args",
        "Run the command in a terminal with the same `args` and `env`, and correct what it reports;"
            + " it must keep running and wait for messages on standard input.");
  }

  /** The line that names the cause: one with an error, else the first that is no frame. */
  private static @Nullable String tellingLine(String errors) {
    List<String> lines =
        Arrays.stream(errors.split("\\R"))
            .filter(line -> !line.isBlank() && !NOISE.matcher(line).matches())
            .map(String::strip)
            .toList();
    return lines.stream()
        .filter(
            line ->
                NO_DAEMON.matcher(line).find()
                    || VARIABLE.matcher(line).find() && MISSING.matcher(line).find()
                    || USAGE.matcher(line).find())
        .findFirst()
        .or(
            () ->
                lines.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).contains("error"))
                    .findFirst())
        .orElse(lines.isEmpty() ? null : lines.get(lines.size() - 1));
  }

  /** What answers at the address, if the failure does not say so. */
  private PortProbe.@Nullable Peer peer() {
    boolean isUnreadable =
        failure instanceof McpProtocolException
            || failure instanceof McpConnectException && isTls() && "url".equals(failure.setting())
            || failure instanceof McpConnectionLostException
            || failure instanceof McpHttpStatusException http && http.status() == 400;
    return probedUrl == null || !isUnreadable || !probedUrl.startsWith("http")
        ? null
        : PortProbe.of(URI.create(probedUrl.replaceAll("[?#].*", "")));
  }

  private @Nullable String setting() {
    String setting = failure.setting();
    if (setting != null) {
      return JAVA.matcher(setting).matches() ? "url" : setting;
    }
    if (failure instanceof McpTimeoutException) {
      return "initialization-timeout";
    }
    if (isRefusal()) {
      return null;
    }
    if (failure instanceof McpUnsupportedVersionException
        || failure instanceof McpProtocolException
        || failure instanceof McpConnectException
        || failure instanceof McpConnectionLostException) {
      return isProcess ? "command" : "url";
    }
    return null;
  }

  private String advice(@Nullable String setting) {
    if (failure instanceof McpAuthorizationException authorization) {
      return advice(authorization);
    } else if (failure instanceof McpSessionLostException) {
      return "The server forgets its sessions: if several instances run behind `url`, it needs"
          + " sticky sessions or a shared store of sessions.";
    } else if (failure instanceof McpLimitException) {
      return "Look at what the server sends; if it is right, only an application can raise the"
          + " limit.";
    } else if (isExplained()) {
      return "Do what the server says, or ask its operator.";
    } else if (failure instanceof McpHttpStatusException http && http.status() >= 500) {
      return "Look at the log of the server; if it works, correct the path of `url`.";
    } else if (isRefusal()) {
      return "The server refuses: do what its message says, and look at its log.";
    } else if (setting == null) {
      return "Look at the log of the server, and try again later.";
    }
    return switch (setting) {
      case "command" ->
          failure instanceof McpConnectException
              ? ofCommand()
              : "Write the command of an MCP server into `command`, and its arguments into `args`.";
      case "login-shell-path" ->
          advised.isSettable(setting)
              ? "Write `login-shell-path: true`."
              : "Write the full path of the program into `command`, and those of the programs that"
                  + " it runs into `PATH` below `env`.";
      case "working-directory" -> "Create the folder, or write an existing one.";
      case "args" -> "Correct `args`.";
      case "proxy" ->
          advised.isSettable(setting)
              ? "Write the address of a proxy that permits the server, with credentials if it requires"
                  + " some, or remove `proxy`."
              : "Correct the proxy of this JVM (system property `"
                  + AdvisedSettings.proxyProperty(address)
                  + "`), or permit the server there.";
      case "ssl-bundle" ->
          advised.isSettable(setting)
              ? "Write an `ssl-bundle` whose trust store has the certificate of the server or its"
                  + " CA, or add it to the trust store of this JVM."
              : "Add the certificate of the server or its CA to the trust store of this JVM.";
      case "initialization-timeout" ->
          Texts.sentence(
              advised.longerTimeout() + ", or find out in the log of the server what it waits for");
      case "transport" -> ofTransport();
      case "url" -> ofUrl();
      default -> "Correct " + advised.quoted(setting) + ".";
    };
  }

  /** Whether the server answers with an error of its own, such as a missing license. */
  private boolean isRefusal() {
    return failure instanceof McpErrorResponseException
        || failure.getCause() instanceof McpErrorResponseException;
  }

  /** Whether a refusal that has nothing to do with the address says why. */
  private boolean isExplained() {
    return failure instanceof McpHttpStatusException http
        && (http.status() == 403 || http.status() == 429 || http.status() == 503)
        && failure.reason().contains(EXPLANATION);
  }

  private String ofCommand() {
    String reason = failure.reason();
    if (reason.contains("`url`")) {
      return "Write the address into `url`, and remove `command`.";
    } else if (reason.contains("into `env`")) {
      return "Write the variable below `env`, and the program alone into `command`.";
    } else if (reason.contains("into `args`")) {
      return "Write the program alone into `command`, and what follows it into `args`, one by one.";
    }
    return "Install the program, or write the full path of an installed one into `command`.";
  }

  /** Properties call the transport by another value than files of {@code mcpServers}. */
  private String ofTransport() {
    String name = advised.quoted("transport");
    return name.equals("`transport`")
        ? "Remove `transport`, so that Streamable HTTP is used, or correct the path of `url`."
        : "Set " + name + " to \"http\", or correct the path of `url`.";
  }

  private String ofUrl() {
    if (isTls()) {
      return address.startsWith("https:")
          ? "Write a `url` with the host name of the certificate, or with http:// if the server has"
              + " no TLS."
          : "Write the `url` with https://.";
    } else if (failure instanceof McpHttpStatusException http) {
      return http.status() / 100 == 3
          ? "Write the final address, to which the server redirects, into `url`."
          : "Correct the path of `url`: that of the MCP endpoint, which often ends in /mcp or"
              + " /sse.";
    } else if (failure instanceof McpConnectException) {
      return "Start the server, or correct host and port of `url`.";
    }
    return "Write the address of the MCP endpoint into `url`, which often ends in /mcp or /sse;"
        + " this one answers with something else.";
  }

  private boolean isTls() {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return true;
      }
    }
    return false;
  }

  private String advice(McpAuthorizationException authorization) {
    String challenge = authorization.challenge();
    String setting = authorization.setting();
    if (setting != null && setting.startsWith("auth.oauth2.")) {
      String name = advised.name(setting);
      if (name == null) {
        return "The operator of the server has to correct the metadata of its login.";
      }
      return setting.endsWith(".issuer")
          ? "Write into `" + name + "` exactly the issuer that the authorization server names."
          : "Correct `" + name + "`: write what is registered at the authorization server.";
    } else if (authorization.isUserRequired()) {
      String login = advised.login();
      return "Sign in: "
          + (login.isEmpty() ? "open the login page of the application" : login)
          + ".";
    } else if (authorization.status() == 403) {
      return isExplained()
          ? "Do what the server says; if it refuses the credentials, write others into `headers`."
          : "Write credentials into `headers` that permit the use of the server.";
    } else if (challenge != null && challenge.contains("resource_metadata")) {
      String login = advised.login().isEmpty() ? "" : " (" + advised.login() + ")";
      return (advised.isSettable("auth.oauth2.grant")
              ? "Write `auth.oauth2.grant: authorization-code` to let users sign in"
              : "Sign in")
          + login
          + ", or write a valid token into `headers`: `Authorization: \"Bearer ${TOKEN}\"`.";
    } else if (challenge != null && challenge.regionMatches(true, 0, "Basic", 0, 5)) {
      return "Write user name and password, joined by a colon and encoded in Base64, into"
          + " `headers`: `Authorization: \"Basic ${CREDENTIALS}\"`.";
    } else if (authorization.getCause() == null && authorization.setting() != null) {
      return "Write a valid token into `headers`: `Authorization: \"Bearer ${TOKEN}\"`.";
    }
    return "Correct the settings below "
        + (advised.isSettable("auth.oauth2.grant") ? "`auth.oauth2`." : "`oauth`.");
  }
}
