package io.mcpbridge;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A string literal of the sources; class files do not preserve literals well enough. */
record StringConstant(Path file, long line, String value) {

  boolean contains(String regex) {
    return Pattern.compile(regex).matcher(value).find();
  }

  /** Parses every source below {@code root}; {@link #file} is relative to it. */
  static Stream<StringConstant> allBelow(Path root) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> paths = Files.walk(root)) {
      List<Path> sources = paths.filter(path -> path.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      Stream.Builder<StringConstant> constants = Stream.builder();
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(root, unit, Trees.instance(task), constants).scan(unit, null);
      }
      return constants.build();
    }
  }

  private static final class Scanner extends TreeScanner<Void, Void> {
    private final Path root;
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final Stream.Builder<StringConstant> constants;

    Scanner(
        Path root,
        CompilationUnitTree unit,
        Trees trees,
        Stream.Builder<StringConstant> constants) {
      this.root = root;
      this.unit = unit;
      this.trees = trees;
      this.constants = constants;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void unused) {
      if (literal.getValue() instanceof String value) {
        long start = trees.getSourcePositions().getStartPosition(unit, literal);
        Path file = root.toAbsolutePath().relativize(Path.of(unit.getSourceFile().toUri()));
        constants.add(new StringConstant(file, unit.getLineMap().getLineNumber(start), value));
      }
      return null;
    }
  }
}
