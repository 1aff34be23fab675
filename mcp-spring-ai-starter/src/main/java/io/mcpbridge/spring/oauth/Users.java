package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In whose name each request to one server is made: always in that of the user on this thread, or
 * that of all where they share a token. What the application does by itself to keep a connection
 * and a list of tools may be done in the name of the user who gave permission last. A call never
 * is, also where nobody is known to make it.
 */
final class Users {

  /** What supervision sends; everything else is somebody's wish. */
  private static final Set<String> OWN =
      Set.of(
          "initialize",
          "notifications/initialized",
          "server/discover",
          "subscriptions/listen",
          "logging/setLevel",
          "ping",
          "tools/list");

  private final Supplier<@Nullable String> person;
  private final @Nullable String sharedBy;
  private final boolean lending;

  /** Who was chosen for the last request of a thread; what is done about its refusal needs it. */
  private final ThreadLocal<@Nullable String> chosen = new ThreadLocal<>();

  /** Only while a token for that request is had, so that nothing else is done in that name. */
  private final ThreadLocal<@Nullable String> acting = new ThreadLocal<>();

  private volatile @Nullable String last;

  private Users(Supplier<@Nullable String> person, @Nullable String sharedBy, boolean lending) {
    this.person = person;
    this.sharedBy = sharedBy;
    this.lending = lending;
  }

  /**
   * Each has a token of their own.
   *
   * @param person who is on this thread
   * @param lending whether the user who gave permission last stands for the application
   */
  static Users each(Supplier<@Nullable String> person, boolean lending) {
    return new Users(person, null, lending);
  }

  /**
   * All have one token, for which any of them may give permission.
   *
   * @param person who is on this thread
   * @param sharedBy in whose name that token is
   */
  static Users sharing(Supplier<@Nullable String> person, String sharedBy) {
    return new Users(person, sharedBy, true);
  }

  /** Nobody in particular: the application has one token, in this name. */
  static Users none(String application) {
    return new Users(() -> application, application, false);
  }

  /** Whether the token is that of all, whoever gave permission. */
  boolean isShared() {
    return sharedBy != null;
  }

  /** Who is on this thread. */
  @Nullable String person() {
    return person.get();
  }

  /** Whose token a call on this thread is made with. */
  @Nullable String current() {
    return sharedBy == null ? person.get() : sharedBy;
  }

  /** In whose name something is done on this thread at this moment. */
  @Nullable String acting() {
    return sharedBy == null ? asked() : sharedBy;
  }

  /** Who is asked for permission for what is done on this thread at this moment. */
  @Nullable String asked() {
    String user = person.get();
    return user == null ? acting.get() : user;
  }

  /** Decides for this request, and for what is done about its refusal on this thread. */
  void actFor(OutgoingRequest request) {
    String lender = lending && sharedBy == null ? last : null;
    if (lender != null && isOwn(request)) {
      chosen.set(lender);
    } else {
      chosen.remove();
    }
  }

  /** Does something about the last request of this thread, in the name that was chosen for it. */
  <T> T during(Supplier<T> work) {
    acting.set(chosen.get());
    try {
      return work.get();
    } finally {
      acting.remove();
    }
  }

  /** Does something for a user on a thread of the background. */
  <T> T inNameOf(String user, Supplier<T> work) {
    acting.set(user);
    try {
      return work.get();
    } finally {
      acting.remove();
    }
  }

  /** Whether there could be somebody in whose name tools are listed, and is not. */
  boolean isNobodyLending() {
    return lending && last == null;
  }

  void gavePermission(@Nullable String user) {
    if (user != null) {
      last = sharedBy == null ? user : sharedBy;
    }
  }

  /** The user on this thread has a token. */
  void hasToken() {
    String user = current();
    if (user != null && last == null) {
      last = user;
    }
  }

  /**
   * The token of a user is gone.
   *
   * @return whether tools were listed in their name
   */
  boolean lost(@Nullable String user) {
    if (user == null || !(sharedBy == null ? user : sharedBy).equals(last)) {
      return false;
    }
    last = null;
    return lending;
  }

  private static boolean isOwn(OutgoingRequest request) {
    if (request.body().length == 0) {
      return true; // the event stream of a session, and its end
    }
    try {
      String body = new String(request.body(), StandardCharsets.UTF_8);
      return OWN.contains(JsonObject.of(Json.readObject(body)).string("method", ""));
    } catch (JsonException e) {
      return false;
    }
  }
}
