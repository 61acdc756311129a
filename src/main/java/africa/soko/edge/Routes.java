package africa.soko.edge;

import africa.soko.edge.http.PathText;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds the route of a request: one look into a map for a path without parameters, one step for
/// each segment otherwise. A fixed segment wins over a parameter.
public final class Routes {

  /// What a path and a method lead to.
  public sealed interface Match {}

  /// @param parameters the values of the path's parameters, decoded
  public record Found(Route route, Map<String, String> parameters) implements Match {}

  public record UnknownPath() implements Match {}

  /// @param allow the methods that the path has, as the header says them
  public record WrongMethod(String allow) implements Match {}

  private static final String PLACES =
      "Operations are under %s and %s"
          .formatted(Environment.SANDBOX.base(), Environment.LIVE.base());
  private static final Match UNKNOWN = new UnknownPath();

  private final Map<String, Place> fixed;
  private final Segment root;
  private final NearestPath nearest;

  private Routes(Map<String, Place> fixed, Segment root) {
    this.fixed = fixed;
    this.root = root;
    nearest = new NearestPath(all().stream().map(Route::path).toList());
  }

  public Match find(HttpMethod method, String path) {
    var place = fixed.get(path);
    if (place != null) return place.match(method, List.of());
    var segments = PathText.segments(path);
    if (segments == null) return UNKNOWN;
    var values = new ArrayList<String>(2);
    place = root.find(segments, 0, values);
    return place == null ? UNKNOWN : place.match(method, values);
  }

  /// What is told of a path that leads nowhere.
  public Refused nowhere(HttpMethod method, String path) {
    var near = nearest.of(path);
    return Refused.of(
        ErrorCode.NOT_FOUND,
        "There is no operation %s %s. %s%s",
        method,
        NearestPath.isTellable(path) ? path : "under this path",
        near == null ? "" : "Did you mean " + near + "? ",
        path.startsWith(Operation.OPERATOR_BASE)
            ? "What there is stands in /operator/openapi.yaml"
            : PLACES);
  }

  public List<Route> all() {
    var all = new ArrayList<Route>();
    root.collect(all);
    return all;
  }

  /// The routes of one path, by method.
  private static final class Place {
    private final Map<HttpMethod, Bound> byMethod = new HashMap<>();

    private record Bound(Route route, List<String> names, @Nullable Found withoutParameters) {}

    void add(Route route, List<String> names) {
      var bound = new Bound(route, names, names.isEmpty() ? new Found(route, Map.of()) : null);
      if (byMethod.put(route.operation().method(), bound) != null) {
        throw new IllegalStateException("Two operations share a path: " + route.path());
      }
    }

    Match match(HttpMethod method, List<String> values) {
      var bound = byMethod.get(method);
      if (bound == null && method.equals(HttpMethod.HEAD)) bound = readable();
      if (bound == null) return new WrongMethod(allow());
      if (bound.withoutParameters != null) return bound.withoutParameters;
      var parameters = new HashMap<String, String>();
      for (int i = 0; i < values.size(); i++) parameters.put(bound.names.get(i), values.get(i));
      return new Found(bound.route, parameters);
    }

    /// What answers a HEAD: a stream has no end and so no length to tell.
    private @Nullable Bound readable() {
      var bound = byMethod.get(HttpMethod.GET);
      if (bound == null || bound.route.handler() instanceof Handler.Stream) return null;
      return bound;
    }

    private String allow() {
      var methods = new TreeSet<String>();
      for (var method : byMethod.keySet()) methods.add(method.name());
      if (readable() != null) methods.add("HEAD");
      return String.join(", ", methods);
    }
  }

  private static final class Segment {
    private final Map<String, Segment> fixed = new HashMap<>();
    private @Nullable Segment parameter;
    private @Nullable Place place;

    @Nullable Place find(List<String> segments, int depth, List<String> values) {
      if (depth == segments.size()) return place;
      var segment = segments.get(depth);
      var next = fixed.get(segment);
      if (next != null) {
        var found = next.find(segments, depth + 1, values);
        if (found != null) return found;
      }
      if (parameter == null || segment.isEmpty()) return null;
      values.add(segment);
      var found = parameter.find(segments, depth + 1, values);
      if (found == null) values.removeLast();
      return found;
    }

    void collect(List<Route> into) {
      if (place != null) place.byMethod.values().forEach(bound -> into.add(bound.route));
      fixed.values().forEach(segment -> segment.collect(into));
      if (parameter != null) parameter.collect(into);
    }
  }

  static final class Builder {
    private final Map<String, Place> fixed = new HashMap<>();
    private final Segment root = new Segment();

    void add(Route route) {
      var names = new ArrayList<String>();
      var segment = root;
      for (var part : route.path().substring(1).split("/", -1)) {
        if (part.startsWith("{")) {
          names.add(part.substring(1, part.length() - 1));
          if (segment.parameter == null) segment.parameter = new Segment();
          segment = segment.parameter;
        } else {
          segment = segment.fixed.computeIfAbsent(part, p -> new Segment());
        }
      }
      if (segment.place == null) segment.place = new Place();
      segment.place.add(route, List.copyOf(names));
      if (names.isEmpty()) fixed.put(route.path(), segment.place);
    }

    Routes build() {
      return new Routes(Map.copyOf(fixed), root);
    }
  }
}
