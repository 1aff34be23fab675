package demo;

import ch.qos.logback.classic.LoggerContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Prints what an added starter could change: beans, HTTP clients, how many calls are answered at
 * once, and what belongs to the whole process.
 */
@SpringBootApplication
public class Guest {

  static final int CALLS = 20;

  /** System properties that differ from run to run. */
  private static final List<String> VARYING =
      List.of("java.class.path", "sun.java.command", "PID", "catalina.base", "catalina.home");

  /** A path to the requests that wait there; all are answered when enough have arrived. */
  private static final Map<String, CountDownLatch> WAITING = new ConcurrentHashMap<>();

  private static final Map<String, AtomicInteger> ARRIVED = new ConcurrentHashMap<>();
  private static final Map<String, String> USER_AGENTS = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool(Guest::daemon);
    server.setExecutor(threads);
    server.createContext("/", Guest::answer);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.add("--guest.url=" + url);
    all.add("--spring.ai.openai.base-url=" + url);
    ConfigurableApplicationContext context =
        SpringApplication.run(Guest.class, all.toArray(String[]::new));

    for (String name : context.getBeanDefinitionNames()) {
      Class<?> type = context.getType(name);
      // first: LangChain4j's and Spring's factories show what they create
      print("bean " + name, type == null ? "null" : plain(type.getName()));
    }
    process();
    call("web", context.getBean(Web.class)::get);
    call("chat", context.getBean(Chat.class)::ask);
    context.close();
    server.stop(0);
    System.exit(0);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "test-server");
    thread.setDaemon(true);
    return thread;
  }

  interface Call {
    String send() throws Exception;
  }

  private static void call(String name, Call call) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLS);
    for (var answer : callers.invokeAll(java.util.Collections.nCopies(CALLS, call::send))) {
      if (answer.get() == null) {
        throw new IllegalStateException("no answer");
      }
    }
    callers.shutdown();
    String path = ARRIVED.keySet().stream().filter(p -> p.contains(name)).findFirst().orElseThrow();
    print("calls " + name, ARRIVED.get(path).get() + " of " + CALLS);
    print("client " + name, USER_AGENTS.get(path));
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath();
    String agent = String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent"));
    USER_AGENTS.put(path, agent.replaceAll("/[\\w.]+", ""));
    CountDownLatch latch = WAITING.computeIfAbsent(path, any -> new CountDownLatch(CALLS));
    AtomicInteger arrived = ARRIVED.computeIfAbsent(path, any -> new AtomicInteger());
    if (latch.getCount() > 0) {
      arrived.incrementAndGet();
      latch.countDown();
      try {
        if (!latch.await(20, TimeUnit.SECONDS)) { // so that a client that holds calls back ends
          while (latch.getCount() > 0) {
            latch.countDown();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    byte[] body =
        ("{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":["
                + "{\"index\":0,\"finish_reason\":\"stop\",\"message\":"
                + "{\"role\":\"assistant\",\"content\":\"hello\",\"refusal\":null}}],"
                + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** What belongs to all of the process. */
  private static void process() throws Exception {
    System.getProperties()
        .forEach(
            (key, value) -> {
              if (!VARYING.contains(key)) {
                print("system property " + key, String.valueOf(value).strip());
              }
            });
    print("locale", Locale.getDefault() + ", " + TimeZone.getDefault().getID());
    print("authenticator", type(Authenticator.getDefault()));
    print("cookie handler", type(CookieHandler.getDefault()));
    print("proxy selector", type(ProxySelector.getDefault()));
    print("uncaught exceptions", type(Thread.getDefaultUncaughtExceptionHandler()));
    print("security providers", Arrays.toString(Security.getProviders()));
    ((LoggerContext) LoggerFactory.getILoggerFactory())
        .getLoggerList()
        .forEach(
            logger -> {
              if (logger.getLevel() != null) {
                print("log level " + logger.getName(), logger.getLevel());
              }
            });
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.isDaemon()) {
        print("thread " + thread.getName().replaceAll("\\d+", "N"), "not a daemon");
      }
    }
    Class<?> hooks = Class.forName("java.lang.ApplicationShutdownHooks");
    var field = hooks.getDeclaredField("hooks");
    field.setAccessible(true);
    for (Object hook : ((Map<?, ?>) field.get(null)).keySet()) {
      print("shutdown hook " + plain(((Thread) hook).getName()), plain(type(hook)));
    }
    print("address", InetAddress.getLoopbackAddress());
  }

  private static String type(Object object) {
    return object == null ? "none" : plain(object.getClass().getName());
  }

  /** Without what differs from run to run. */
  private static String plain(String name) {
    return name.replaceAll("\\$\\$.*|0x[0-9a-f]+|\\d+", "*");
  }

  static synchronized void print(String subject, Object value) {
    System.out.println("guest: " + subject + " = " + String.valueOf(value).replace('\n', ' '));
  }
}
