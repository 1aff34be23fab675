package io.mcpbridge.verification.conformance;

import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.PendingAuthorization;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Opens the page, approves at once, and reads the redirect; nothing listens at its target. */
final class AgreeingPerson implements AuthorizationPrompt {

  @Override
  public CallbackReceiver prepare() {
    return new CallbackReceiver() {
      @Override
      public URI redirectUri() {
        return URI.create("http://localhost:3000/callback");
      }

      @Override
      public String await(PendingAuthorization authorization) {
        return sentBackTo(authorization.url()).getRawQuery();
      }

      @Override
      public void close() {}
    };
  }

  private static URI sentBackTo(URI page) {
    try {
      HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
      connection.setInstanceFollowRedirects(false);
      String location = connection.getHeaderField("Location");
      if (location == null) {
        throw AuthorizationPrompt.CallbackReceiver.failed("the page does not redirect");
      }
      return URI.create(location);
    } catch (IOException e) {
      throw AuthorizationPrompt.CallbackReceiver.failed("the page cannot be opened: " + e);
    }
  }
}
