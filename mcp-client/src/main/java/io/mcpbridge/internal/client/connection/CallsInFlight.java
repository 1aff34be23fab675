package io.mcpbridge.internal.client.connection;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client's calls in flight, which entitle the server to send requests. Thread-safe. */
public interface CallsInFlight {

  /** A call, as server requests refer to it. Thread-safe. */
  interface Call {

    /** On whose behalf the call is made. */
    CallerContext caller();

    /** The context of input that the call needs. */
    InputContext inputContext();
  }

  /** Whether a call is in flight. */
  boolean any();

  /** The calls for which the server may request input. */
  List<? extends Call> callsThatMayNeedInput();

  /** The call that the server runs as this task; {@code null} if it is not in flight. */
  @Nullable Call ofTask(String taskId);
}
