package io.mcpbridge.spring.console;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The page's side of the stream of changes. */
final class OpenStream implements Flow.Subscriber<String>, AutoCloseable {

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final CompletableFuture<HttpResponse<Void>> end;
  private Flow.Subscription subscription;

  OpenStream(HttpClient http, HttpRequest request) {
    end = http.sendAsync(request, HttpResponse.BodyHandlers.fromLineSubscriber(this));
  }

  /** The next line with data. */
  String data() throws InterruptedException {
    for (String line = line(); line != null; line = line()) {
      if (line.startsWith("data:")) {
        return line.substring("data:".length());
      }
    }
    throw new AssertionError("no event");
  }

  /** The data up to the event that has this name, which may be in any of the next. */
  String dataUpTo(String name) throws InterruptedException {
    String data = data();
    while (!data.contains(name)) {
      data += " " + data();
    }
    return data;
  }

  private String line() throws InterruptedException {
    return lines.poll(60, TimeUnit.SECONDS);
  }

  /** The response, at its end. */
  HttpResponse<Void> end() {
    return end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Override
  public void onSubscribe(Flow.Subscription opened) {
    subscription = opened;
    opened.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(String line) {
    lines.add(line);
  }

  @Override
  public void onError(Throwable failure) {
    lines.add("failed: " + failure);
  }

  @Override
  public void onComplete() {
    lines.add("end");
  }

  /** As a page that is closed. */
  @Override
  public void close() {
    subscription.cancel();
  }
}
