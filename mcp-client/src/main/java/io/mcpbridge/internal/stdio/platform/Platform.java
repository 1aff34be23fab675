package io.mcpbridge.internal.stdio.platform;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The differences between operating systems in commands and environments. */
public enum Platform {
  UNIX {
    @Override
    Map<String, String> emptyEnvironment() {
      return new TreeMap<>();
    }

    @Override
    public CommandSearch commandSearch() {
      Path home = Path.of(System.getProperty("user.home", "/"));
      return new UnixCommandSearch(
          List.of(
              home.resolve(".local/bin"), Path.of("/usr/local/bin"), Path.of("/opt/homebrew/bin")));
    }

    @Override
    public boolean canPass(String text) {
      return nativeCharset().newEncoder().canEncode(text);
    }
  },

  WINDOWS {
    @Override
    Map<String, String> emptyEnvironment() {
      return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    @Override
    public CommandSearch commandSearch() {
      return new WindowsCommandSearch();
    }

    @Override
    public boolean canPass(String text) {
      return true;
    }
  };

  public static Platform current() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return name.startsWith("windows") ? WINDOWS : UNIX;
  }

  /** An empty environment that compares names as this system does. */
  abstract Map<String, String> emptyEnvironment();

  public abstract CommandSearch commandSearch();

  /** Whether this text can be passed to a process as an argument or a variable without loss. */
  public abstract boolean canPass(String text);

  private static Charset nativeCharset() {
    // JDK 17 encodes arguments in the default charset, later ones in that of file names
    String name = System.getProperty("sun.jnu.encoding", "");
    return Runtime.version().feature() < 18 || !Charset.isSupported(name)
        ? Charset.defaultCharset()
        : Charset.forName(name);
  }
}
