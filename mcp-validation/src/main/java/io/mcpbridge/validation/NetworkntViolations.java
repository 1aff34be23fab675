package io.mcpbridge.validation;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.internal.text.ServerText;
import java.util.ArrayList;
import java.util.List;

/** Formats the validator's messages for a model. */
final class NetworkntViolations {

  private NetworkntViolations() {}

  static SchemaViolation of(Error error) {
    List<Object> path = new ArrayList<>();
    NodePath place = error.getInstanceLocation();
    for (int i = 0; i < place.getNameCount(); i++) {
      path.add(place.getElement(i));
    }
    String keyword = String.valueOf(error.getKeyword());
    if (error.getProperty() != null && keyword.equals("required")) {
      path.add(error.getProperty());
      return new SchemaViolation(path, "is missing");
    }
    return new SchemaViolation(path, "does not match: " + ServerText.line(words(error)));
  }

  private static String words(Error error) {
    return error.getMessage() == null ? String.valueOf(error.getKeyword()) : error.getMessage();
  }
}
