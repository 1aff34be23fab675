package io.mcpbridge.spring.oauth.internal.user;

import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Selects the user whose token a request to one server carries: the user on this thread, or the
 * owner of the shared token. Requests that the library sends by itself, to keep a connection and a
 * tool list, may use the token of the user who gave permission last. A call never does, even if
 * there is no current user.
 */
public final class TokenPrincipals {

  /** Methods that the library sends by itself; all others are sent for a caller. */
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

  /** The user selected for the last request of this thread; handling its refusal needs it. */
  private final ThreadLocal<@Nullable String> chosen = new ThreadLocal<>();

  /**
   * Set only while a token for that request is obtained, so that nothing else runs as that user.
   */
  private final ThreadLocal<@Nullable String> acting = new ThreadLocal<>();

  private volatile @Nullable String last;

  private TokenPrincipals(
      Supplier<@Nullable String> person, @Nullable String sharedBy, boolean lending) {
    this.person = person;
    this.sharedBy = sharedBy;
    this.lending = lending;
  }

  /**
   * Each user has a token.
   *
   * @param person supplies the user on the calling thread
   * @param lending whether the library may use the token of the user who gave permission last
   */
  public static TokenPrincipals each(Supplier<@Nullable String> person, boolean lending) {
    return new TokenPrincipals(person, null, lending);
  }

  /**
   * All users share one token; any of them can give permission for it.
   *
   * @param person supplies the user on the calling thread
   * @param sharedBy name of the owner of the token
   */
  public static TokenPrincipals sharing(Supplier<@Nullable String> person, String sharedBy) {
    return new TokenPrincipals(person, sharedBy, true);
  }

  /** One token of the application, under this name. */
  public static TokenPrincipals none(String application) {
    return new TokenPrincipals(() -> application, application, false);
  }

  /** Whether all users share one token. */
  public boolean isShared() {
    return sharedBy != null;
  }

  /** The user on this thread. */
  public @Nullable String person() {
    return person.get();
  }

  /** The owner of the token that a call on this thread carries. */
  public @Nullable String current() {
    return sharedBy == null ? person.get() : sharedBy;
  }

  /** The owner of the token for the current operation on this thread. */
  public @Nullable String acting() {
    return sharedBy == null ? userToAsk() : sharedBy;
  }

  /** The user who has to give permission for the current operation on this thread. */
  public @Nullable String userToAsk() {
    String user = person.get();
    return user == null ? acting.get() : user;
  }

  /** Selects the user for this request, and for handling its refusal on this thread. */
  public void actFor(OutgoingRequest request) {
    String lender = lending && sharedBy == null ? last : null;
    if (lender != null && isOwn(request)) {
      chosen.set(lender);
    } else {
      chosen.remove();
    }
  }

  /** Runs work for the last request of this thread as the user selected for it. */
  public <T> T during(Supplier<T> work) {
    return inNameOf(chosen.get(), work);
  }

  /** Runs work as that user on a background thread. */
  public <T> T inNameOf(@Nullable String user, Supplier<T> work) {
    acting.set(user);
    try {
      return work.get();
    } finally {
      acting.remove();
    }
  }

  /** Whether tools could be listed with a user's token, but no user has given permission. */
  public boolean isWithoutLender() {
    return lending && last == null;
  }

  public void gavePermission(@Nullable String user) {
    if (user != null) {
      last = sharedBy == null ? user : sharedBy;
    }
  }

  /** Records that the user on this thread has a token. */
  public void hasToken() {
    String user = current();
    if (user != null && last == null) {
      last = user;
    }
  }

  /**
   * Records that the token of a user is gone.
   *
   * @return whether tools were listed with it
   */
  public boolean lost(@Nullable String user) {
    if (user == null || !(sharedBy == null ? user : sharedBy).equals(last)) {
      return false;
    }
    last = null;
    return lending;
  }

  private static boolean isOwn(OutgoingRequest request) {
    if (request.body().length == 0) {
      return true; // GET or DELETE of a session
    }
    try {
      String body = new String(request.body(), StandardCharsets.UTF_8);
      return OWN.contains(JsonObject.of(Json.readObject(body)).string("method", ""));
    } catch (JsonException e) {
      return false;
    }
  }
}
