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
  private static final Set<String> LIBRARY_METHODS =
      Set.of(
          "initialize",
          "notifications/initialized",
          "server/discover",
          "subscriptions/listen",
          "logging/setLevel",
          "ping",
          "tools/list");

  private final Supplier<@Nullable String> currentUser;
  private final @Nullable String sharedOwner;
  private final boolean listsWithUserToken;

  /** The user selected for the last request of this thread; handling its refusal needs it. */
  private final ThreadLocal<@Nullable String> selectedUser = new ThreadLocal<>();

  /**
   * Set only while a token for that request is obtained, so that nothing else runs as that user.
   */
  private final ThreadLocal<@Nullable String> actingUser = new ThreadLocal<>();

  private volatile @Nullable String listingPrincipal;

  private TokenPrincipals(
      Supplier<@Nullable String> currentUser,
      @Nullable String sharedOwner,
      boolean listsWithUserToken) {
    this.currentUser = currentUser;
    this.sharedOwner = sharedOwner;
    this.listsWithUserToken = listsWithUserToken;
  }

  /**
   * Each user has a token.
   *
   * @param currentUser supplies the user on the calling thread
   * @param listsWithUserToken whether the library may use the token of the user who gave permission
   *     last
   */
  public static TokenPrincipals perUser(
      Supplier<@Nullable String> currentUser, boolean listsWithUserToken) {
    return new TokenPrincipals(currentUser, null, listsWithUserToken);
  }

  /**
   * All users share one token; any of them can give permission for it.
   *
   * @param currentUser supplies the user on the calling thread
   * @param sharedOwner name of the owner of the token
   */
  public static TokenPrincipals shared(Supplier<@Nullable String> currentUser, String sharedOwner) {
    return new TokenPrincipals(currentUser, sharedOwner, true);
  }

  /** One token of the application, under this name. */
  public static TokenPrincipals none(String application) {
    return new TokenPrincipals(() -> application, application, false);
  }

  /** Whether all users share one token. */
  public boolean isShared() {
    return sharedOwner != null;
  }

  /** The user on this thread. */
  public @Nullable String currentUser() {
    return currentUser.get();
  }

  /** The owner of the token that a call on this thread carries. */
  public @Nullable String tokenOwner() {
    return sharedOwner == null ? currentUser.get() : sharedOwner;
  }

  /** The owner of the token for the current operation on this thread. */
  public @Nullable String actingTokenOwner() {
    return sharedOwner == null ? userToAuthorize() : sharedOwner;
  }

  /** The user who has to give permission for the current operation on this thread. */
  public @Nullable String userToAuthorize() {
    String current = currentUser.get();
    return current == null ? actingUser.get() : current;
  }

  /** Selects the user for this request, and for handling its refusal on this thread. */
  public void selectFor(OutgoingRequest request) {
    String listing = listsWithUserToken && sharedOwner == null ? listingPrincipal : null;
    if (listing != null && isSentByLibrary(request)) {
      selectedUser.set(listing);
    } else {
      selectedUser.remove();
    }
  }

  /** Runs work for the last request of this thread as the user selected for it. */
  public <T> T asSelectedUser(Supplier<T> work) {
    return asUser(selectedUser.get(), work);
  }

  /** Runs work as that user on a background thread. */
  public <T> T asUser(@Nullable String user, Supplier<T> work) {
    actingUser.set(user);
    try {
      return work.get();
    } finally {
      actingUser.remove();
    }
  }

  /** Whether tools could be listed with a user's token, but no user has given permission. */
  public boolean lacksListingPrincipal() {
    return listsWithUserToken && listingPrincipal == null;
  }

  public void recordAuthorization(@Nullable String user) {
    if (user != null) {
      listingPrincipal = sharedOwner == null ? user : sharedOwner;
    }
  }

  /** Records that the user on this thread has a token. */
  public void recordToken() {
    String user = tokenOwner();
    if (user != null && listingPrincipal == null) {
      listingPrincipal = user;
    }
  }

  /**
   * Records that the token of a user is gone.
   *
   * @return whether tools were listed with it
   */
  public boolean recordTokenLoss(@Nullable String user) {
    if (user == null || !(sharedOwner == null ? user : sharedOwner).equals(listingPrincipal)) {
      return false;
    }
    listingPrincipal = null;
    return listsWithUserToken;
  }

  private static boolean isSentByLibrary(OutgoingRequest request) {
    if (request.body().length == 0) {
      return true; // GET or DELETE of a session
    }
    try {
      String body = new String(request.body(), StandardCharsets.UTF_8);
      return LIBRARY_METHODS.contains(JsonObject.of(Json.readObject(body)).string("method", ""));
    } catch (JsonException e) {
      return false;
    }
  }
}
