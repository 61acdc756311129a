package africa.soko.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How long processes have been at work on a processor, in seconds, from /proc. Unlike throughput
/// it does not depend on what else the machine and its disk do.
///
/// @param service the service's JVM, without its compilers
/// @param compilers what its JVM compiles with; it has nothing to do once it is warm
/// @param postgres all processes of its PostgreSQL, those that have ended among them
/// @param redis its Redis
/// @param load programs that ended and were the load, pgbench for example
record Processor(double service, double compilers, double postgres, double redis, double load) {
  private static final double TICKS_A_SECOND = 100;

  // Of the fields of /proc/PID/stat behind the name, which may hold spaces.
  private static final int PARENT = 1;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;

  static Processor now(Service service) throws IOException {
    var compilers = compilers(service.pid());
    return new Processor(
        own(stat(service.pid())) - compilers,
        compilers,
        family(service.postmaster()),
        own(stat(service.redis())),
        ended(stat(ProcessHandle.current().pid())));
  }

  Processor since(Processor before) {
    return new Processor(
        service - before.service,
        compilers - before.compilers,
        postgres - before.postgres,
        redis - before.redis,
        load - before.load);
  }

  double all() {
    return service + postgres + redis;
  }

  /// What a process and its children have taken.
  static double tree(long pid) throws IOException {
    return own(stat(pid)) + children(pid);
  }

  /// A process, its children, and those that have ended. A child that ends meanwhile would be
  /// missed in both places, so it is done again.
  private static double family(long pid) throws IOException {
    while (true) {
      var parent = stat(pid);
      double sum = own(parent) + ended(parent) + children(pid);
      if (ended(stat(pid)) == ended(parent)) return sum;
    }
  }

  private static double compilers(long pid) throws IOException {
    double sum = 0;
    try (var threads = Files.newDirectoryStream(Path.of("/proc", "" + pid, "task"))) {
      for (var thread : threads) {
        var line = Files.readString(thread.resolve("stat"));
        if (line.matches("(?s)\\d+ \\(C[12] Compiler.*")) sum += own(fields(line));
      }
    }
    return sum;
  }

  private static double children(long parent) throws IOException {
    double sum = 0;
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        try {
          var stat = stat(Long.parseLong(process.getFileName().toString()));
          if (stat[PARENT].equals("" + parent)) sum += own(stat);
        } catch (IOException _) {
          // It ended; its parent has its time by now.
        }
      }
    }
    return sum;
  }

  private static double own(String[] stat) {
    return seconds(stat, USER, SYSTEM);
  }

  private static double ended(String[] stat) {
    return seconds(stat, ENDED_USER, ENDED_SYSTEM);
  }

  private static double seconds(String[] stat, int one, int other) {
    return (Long.parseLong(stat[one]) + Long.parseLong(stat[other])) / TICKS_A_SECOND;
  }

  private static String[] stat(long pid) throws IOException {
    return fields(Files.readString(Path.of("/proc", "" + pid, "stat")));
  }

  private static String[] fields(String line) {
    return line.substring(line.lastIndexOf(')') + 2).split(" ");
  }
}
