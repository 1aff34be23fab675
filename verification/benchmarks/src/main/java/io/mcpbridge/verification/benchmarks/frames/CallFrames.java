package io.mcpbridge.verification.benchmarks.frames;

import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE_CALLBACK;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE_PROVIDER;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How many stack frames and classes of ours one warm call passes, for each way to make it. */
public final class CallFrames {

  private CallFrames() {}

  /** Takes the directory for stacks and classes. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createDirectories(Path.of(args[0]));
    System.out.println(
        "| | frames of ours at the write | all frames at the write | most frames of ours"
            + " | classes of ours | entries into methods | through lambdas |");
    System.out.println("|---|---|---|---|---|---|---|");
    Process server = new ProcessBuilder(ServerMain.command("http")).start();
    try (var out = server.inputReader(StandardCharsets.US_ASCII)) {
      Peer http = Peer.json(Integer.parseInt(out.readLine()));
      for (Contestant contestant : List.of(BRIDGE, BRIDGE_PROVIDER, BRIDGE_CALLBACK)) {
        row(contestant, "stdio", Peer.STDIO, directory);
        row(contestant, "HTTP", http, directory);
      }
    } finally {
      server.destroy();
    }
  }

  private static void row(Contestant contestant, String way, Peer peer, Path directory)
      throws Exception {
    WatchedCall call = WatchedCall.of(contestant, peer);
    System.out.printf(
        Locale.ROOT,
        "| %s, %s | %d | %d | %d | %d | %d | %d |%n",
        contestant.title(),
        way,
        call.framesAtWrite(),
        call.allFramesAtWrite(),
        call.deepest(),
        call.classes(),
        call.entered(),
        call.lambdas());
    String file = (contestant + "-" + way + ".txt").toLowerCase(Locale.ROOT);
    Files.writeString(directory.resolve(file), call.details());
  }
}
