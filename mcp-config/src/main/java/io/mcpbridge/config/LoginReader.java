package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryFields.Field;
import io.mcpbridge.config.internal.entry.EntryLogin;
import io.mcpbridge.config.internal.entry.Variables;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads how the client of an entry authenticates: {@code auth} with a bearer token or {@code
 * oauth}, or the OAuth client in {@code auth} of Cursor or {@code oauth} of Claude Code.
 */
final class LoginReader {

  private static final Set<String> CLIENT_ID = Set.of("clientId", "CLIENT_ID");
  private static final Set<String> CLIENT_SECRET = Set.of("clientSecret", "CLIENT_SECRET");
  private static final String SCOPES = "scopes";
  private static final String PORT = "callbackPort";

  private final EntryFields fields;
  private final EntryProblems problems;
  private final EntryValues values;
  private final Variables variables;

  LoginReader(EntryFields fields, EntryProblems problems, EntryValues values, Variables variables) {
    this.fields = fields;
    this.problems = problems;
    this.values = values;
    this.variables = variables;
  }

  /** The fixed token; {@code null} if there is none. */
  @Nullable String bearerToken() {
    return fields.get(Field.AUTH) instanceof String token && !token.equalsIgnoreCase("oauth")
        ? values.text(Field.AUTH, variables)
        : null;
  }

  /** The login; {@code null} if the entry does not ask for one. */
  @Nullable EntryLogin read() {
    for (Field field : List.of(Field.OAUTH, Field.AUTH)) {
      if (fields.get(field) instanceof Map<?, ?> client) {
        return client(field, client);
      }
    }
    if (fields.get(Field.OAUTH) != null) {
      problems.warning(fields.path(Field.OAUTH), "`oauth` is ignored, because it is not an object");
    }
    if (fields.get(Field.AUTH) instanceof String) {
      return EntryLogin.PLAIN;
    }
    if (fields.get(Field.AUTH) != null) {
      problems.warning(
          fields.path(Field.AUTH),
          "`auth` is ignored, because it is neither \"oauth\", nor a bearer token, nor an object");
    }
    return null;
  }

  /** The login of a client; {@code null} if no member is one of a client. */
  private @Nullable EntryLogin client(Field field, Map<?, ?> client) {
    String clientId = null;
    boolean hasSecret = false;
    List<String> scopes = List.of();
    URI redirectUri = null;
    Set<String> ignored = new TreeSet<>();
    for (Map.Entry<?, ?> member : client.entrySet()) {
      String name = String.valueOf(member.getKey());
      if (member.getValue() == null) {
        continue; // as if it were absent
      }
      if (CLIENT_ID.contains(name)) {
        clientId = values.member(field, name, variables);
      } else if (CLIENT_SECRET.contains(name)) {
        hasSecret = true;
      } else if (name.equals(SCOPES)) {
        scopes =
            values.members(field, name, variables).stream()
                .map(EntryLogin::scopes)
                .flatMap(List::stream)
                .toList();
      } else if (name.equals(PORT)) {
        redirectUri = redirectUri(field, values.member(field, name, variables));
      } else {
        ignored.add(name);
      }
    }
    if (!ignored.isEmpty()) {
      problems.warning(
          fields.path(field), "unused fields of `" + fields.nameOf(field) + "`: " + ignored);
    }
    if (hasSecret) {
      problems.warning(
          fields.path(field),
          "the client secret of `"
              + fields.nameOf(field)
              + "` is not sent without a known issuer: the application has to configure client,"
              + " secret and issuer");
    }
    if (clientId == null
        && !hasSecret
        && scopes.isEmpty()
        && redirectUri == null
        && !ignored.isEmpty()) {
      return null; // such as {"enabled": false}
    }
    if (redirectUri != null && clientId == null) {
      problems.warning(
          fields.path(field),
          "`" + fields.nameOf(field) + "." + PORT + "` is ignored, because there is no client id");
    }
    boolean isPublic = clientId != null && !clientId.isEmpty() && !hasSecret;
    return new EntryLogin(
        isPublic ? clientId : null, null, scopes, isPublic ? redirectUri : null, null, false);
  }

  private @Nullable URI redirectUri(Field field, String port) {
    if (port.matches("[1-9]\\d{0,4}") && Integer.parseInt(port) <= 65_535) {
      return URI.create("http://localhost:" + port + "/callback");
    }
    List<String> path = new ArrayList<>(fields.path(field));
    path.add(PORT);
    problems.error(
        path, "`" + fields.nameOf(field) + "." + PORT + "` is not a port between 1 and 65535");
    return null;
  }
}
