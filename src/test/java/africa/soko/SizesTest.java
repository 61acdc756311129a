package africa.soko;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// A file is one idea, a method fits a screen, a record has parts that have names.
class SizesTest {
  private static final int FILE_LINES_MAX = 400;
  private static final int METHOD_LINES_MAX = 60;
  private static final int COMPONENTS_MAX = 16;

  private static final Set<String> EXCEPTIONS =
      Set.of(
          // A table of settings.
          "Setting.java",
          // One service serves all that is asked of the steps of the edge.
          "EdgeIT.java",
          // Puts an edge together, as the service does in several methods.
          "EdgeService.java <init>",
          // A table of cases: each fault with the proof that finds it.
          "VerificationIT.java faults",
          // What the specification shows in one object.
          "SubAccountView.java SubAccountView",
          "ExecutionReport.java ExecutionReport",
          "OrderView.java OrderView",
          "QuoteView.java QuoteView",
          "StockBody.java StockBody",
          // A row of which nothing but its state changes.
          "Quote.java Quote");

  @Test
  void files_methods_and_records_stay_small() throws IOException {
    var findings = new ArrayList<String>();
    var sources = sources();
    assertThat(sources).hasSizeGreaterThan(100);
    for (var source : sources) {
      var lines = Files.readAllLines(source).size();
      if (lines > FILE_LINES_MAX) findings.add(source.getFileName().toString());
    }
    findings.addAll(longMembers(sources));
    assertThat(findings).containsExactlyInAnyOrderElementsOf(EXCEPTIONS);
  }

  private static List<Path> sources() throws IOException {
    var found = new ArrayList<Path>();
    for (var root : List.of("src/main/java", "src/test/java")) {
      try (Stream<Path> all = Files.walk(Path.of(root))) {
        found.addAll(all.filter(each -> each.toString().endsWith(".java")).toList());
      }
    }
    return found;
  }

  private static List<String> longMembers(List<Path> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      var task = (JavacTask) compiler.getTask(null, files, null, null, null, units);
      var findings = new ArrayList<String>();
      for (var unit : task.parse()) unit.accept(new Members(Trees.instance(task), unit), findings);
      return findings;
    }
  }

  private static final class Members extends TreeScanner<Void, List<String>> {
    private final Trees trees;
    private final CompilationUnitTree unit;

    Members(Trees trees, CompilationUnitTree unit) {
      this.trees = trees;
      this.unit = unit;
    }

    @Override
    public Void visitMethod(MethodTree method, List<String> findings) {
      var body = method.getBody();
      if (body != null && lines(body) > METHOD_LINES_MAX) findings.add(in(method.getName()));
      return super.visitMethod(method, findings);
    }

    @Override
    public Void visitClass(ClassTree type, List<String> findings) {
      var isRecord = type.getKind() == Tree.Kind.RECORD;
      if (isRecord && components(type) > COMPONENTS_MAX) findings.add(in(type.getSimpleName()));
      return super.visitClass(type, findings);
    }

    private String in(Name member) {
      return Path.of(unit.getSourceFile().getName()).getFileName() + " " + member;
    }

    private long lines(Tree tree) {
      var positions = trees.getSourcePositions();
      var lines = unit.getLineMap();
      var first = lines.getLineNumber(positions.getStartPosition(unit, tree));
      var last = lines.getLineNumber(positions.getEndPosition(unit, tree));
      return last - first + 1;
    }

    private static long components(ClassTree type) {
      return type.getMembers().stream()
          .filter(VariableTree.class::isInstance)
          .map(member -> ((VariableTree) member).getModifiers().getFlags())
          .filter(not(flags -> flags.contains(Modifier.STATIC)))
          .count();
    }
  }
}
