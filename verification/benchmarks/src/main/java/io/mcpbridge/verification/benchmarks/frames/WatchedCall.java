package io.mcpbridge.verification.benchmarks.frames;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One warm call, every entry into a method of ours reported by the debugger interface, and every
 * write to a pipe or a socket.
 */
final class WatchedCall {

  private static final String OURS = "io.mcpbridge.";
  private static final String NOT_OURS = "io.mcpbridge.verification.";

  /** Where the JDK writes to pipes and to the sockets of channels. */
  private static final List<String> WRITERS =
      List.of("java.io.FileOutputStream", "sun.nio.ch.SocketDispatcher");

  /** Class by class, how many methods were entered. */
  private final Map<String, Integer> classes = new TreeMap<>();

  private final String caller;
  private int lambdas;
  private int entered;
  private int deepest;
  private List<String> atWrite = List.of();

  private WatchedCall(String caller) {
    this.caller = caller;
  }

  static WatchedCall of(Contestant contestant, Peer peer) throws Exception {
    VirtualMachine machine = launch(contestant, peer);
    try (BufferedReader out = machine.process().inputReader(StandardCharsets.US_ASCII)) {
      machine.eventQueue().remove().resume(); // it has started
      if (!OneCall.READY.equals(out.readLine())) {
        throw new IOException(contestant + " cannot call " + peer);
      }
      WatchedCall watched = new WatchedCall("main");
      watch(machine, OURS + "*").addClassExclusionFilter(NOT_OURS + "*");
      WRITERS.forEach(writer -> watch(machine, writer));
      watch(machine, OneCall.class.getName());
      machine.eventRequestManager().methodEntryRequests().forEach(EventRequest::enable);
      machine.process().getOutputStream().write('\n');
      machine.process().getOutputStream().flush();
      watched.untilEnd(machine);
      return watched;
    } finally {
      machine.process().descendants().forEach(ProcessHandle::destroy);
      machine.process().destroy();
    }
  }

  private static VirtualMachine launch(Contestant contestant, Peer peer) throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    set(arguments, "home", System.getProperty("java.home"));
    set(arguments, "options", "-cp " + System.getProperty("java.class.path"));
    set(arguments, "main", OneCall.class.getName() + " " + contestant.name() + " " + peer.place());
    return connector.launch(arguments);
  }

  private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
    Objects.requireNonNull(arguments.get(name), name).setValue(value);
  }

  private static MethodEntryRequest watch(VirtualMachine machine, String classes) {
    MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
    request.addClassFilter(classes);
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    return request;
  }

  private void untilEnd(VirtualMachine machine) throws Exception {
    while (true) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry) {
          String type = entry.method().declaringType().name();
          if (!type.equals(OneCall.class.getName())) {
            note(type, entry);
          } else if (entry.method().name().equals(OneCall.END)) {
            return;
          }
        }
      }
      events.resume();
    }
  }

  private void note(String type, MethodEntryEvent entry) throws IncompatibleThreadStateException {
    boolean callers = entry.thread().name().equals(caller);
    if (WRITERS.contains(type)) {
      if (callers && entry.method().name().startsWith("write")) {
        atWrite = stack(entry.thread().frames());
      }
      return;
    }
    if (isLambda(type)) {
      lambdas++;
      return;
    }
    entered++;
    classes.merge(type, 1, Integer::sum);
    if (callers) {
      deepest = Math.max(deepest, ours(stack(entry.thread().frames())));
    }
  }

  /** The class that the JVM makes of a lambda; its body is a method of the class around it. */
  private static boolean isLambda(String type) {
    return type.contains("$$Lambda");
  }

  private static List<String> stack(List<StackFrame> frames) {
    return frames.stream()
        .map(StackFrame::location)
        .filter(location -> !isLambda(location.declaringType().name()))
        .map(WatchedCall::named)
        .toList();
  }

  private static String named(Location location) {
    String where = location.declaringType().name() + "." + location.method().name();
    try {
      return where + "(" + location.sourceName() + ":" + location.lineNumber() + ")";
    } catch (AbsentInformationException unknown) {
      return where;
    }
  }

  private static int ours(List<String> stack) {
    return (int)
        stack.stream()
            .filter(frame -> frame.startsWith(OURS) && !frame.startsWith(NOT_OURS))
            .count();
  }

  /** Our frames on the caller's thread when the request is written to the pipe or socket. */
  int framesAtWrite() {
    return ours(atWrite);
  }

  /** All frames then, those of this program and the JDK included. */
  int allFramesAtWrite() {
    return atWrite.size();
  }

  /** The most frames of ours that the caller's thread has at once. */
  int deepest() {
    return deepest;
  }

  /** Our classes in which code runs, on any thread. */
  int classes() {
    return classes.size();
  }

  /** Entries into our methods and constructors, on any thread. */
  int entered() {
    return entered;
  }

  /** Calls through lambdas and method references of ours. */
  int lambdas() {
    return lambdas;
  }

  /** The stack at the write, and the classes with the entries into each. */
  String details() {
    StringBuilder text = new StringBuilder("At the write:\n");
    atWrite.forEach(frame -> text.append("  ").append(frame).append('\n'));
    text.append("\nEntries into methods of each class:\n");
    classes.forEach((type, count) -> text.append("  %5d %s%n".formatted(count, type)));
    return text.toString();
  }
}
