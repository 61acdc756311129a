package africa.soko.edge;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where features bind their handlers to the operations of one environment.
///
/// An operation at the root of the service is bound once, from whichever environment. The service
/// starts only if the operations declared and the handlers bound are the same set.
public final class Contract {

  /// Where features bind what operators do in one environment: a change names it by the field
  /// `environment` of its body, a read by the parameter of that name.
  public interface Operators {
    void change(String operationId, Function<Call, Future<Answer>> handler);

    void read(String operationId, Function<Call, Future<Answer>> handler);
  }

  /// The one field that such bodies share.
  ///
  /// @param environment where it is left out, the handler of live says whether it may be
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Named(@Nullable Environment environment) {
    Environment orLive() {
      return Objects.requireNonNullElse(environment, Environment.LIVE);
    }
  }

  /// All bindings of the service.
  public static final class Bindings {
    private final OperationIndex index;
    private final Map<String, Handler> root = new LinkedHashMap<>();
    private final Map<String, Handler> operator = new LinkedHashMap<>();
    private final Map<Environment, Map<String, Handler>> partner = new EnumMap<>(Environment.class);

    private final Map<Environment, Consent> consents = new EnumMap<>(Environment.class);

    /// What operators do in the environment that they name.
    private final Map<String, Map<Environment, Function<Call, Future<Answer>>>> named =
        new LinkedHashMap<>();

    public Bindings(OperationIndex index) {
      this.index = index;
      for (var environment : Environment.values()) partner.put(environment, new LinkedHashMap<>());
    }

    /// The operations as one environment binds them.
    public Contract on(Environment environment) {
      return new Contract(this, environment);
    }

    /// The operations that operators have on the service as a whole.
    public Contract forOperators() {
      return new Contract(this, null);
    }

    /// Binds what operators do in one environment.
    public Operators forOperators(Environment environment) {
      return new Operators() {
        @Override
        public void change(String operationId, Function<Call, Future<Answer>> handler) {
          bindNamed(
              environment,
              operationId,
              handler,
              all -> new Handler.Change(to(all, call -> call.body(Named.class).orLive())));
        }

        @Override
        public void read(String operationId, Function<Call, Future<Answer>> handler) {
          bindNamed(
              environment,
              operationId,
              handler,
              all -> new Handler.Read(to(all, call -> call.query().environment())));
        }
      };
    }

    /// The table of routes, if it is complete.
    ///
    /// @throws IllegalStateException naming every operation without a handler, every handler
    ///   without an operation and every handler of another kind than declared
    public Routes complete() {
      return complete(null);
    }

    /// The same, with a journal that tells of every call.
    public Routes complete(@Nullable Journal journal) {
      var faults = new TreeSet<String>();
      named.forEach(
          (operationId, handlers) -> {
            if (handlers.size() < Environment.values().length) {
              faults.add(operationId + " is bound in " + handlers.keySet() + " alone");
            }
          });
      var routes = new Routes.Builder();
      for (var operation : index.operations()) {
        switch (operation.base()) {
          case ROOT ->
              add(routes, operation, Environment.ofPath(operation.template()), journal, faults);
          case OPERATOR -> add(routes, operation, null, journal, faults);
          case SANDBOX -> add(routes, operation, Environment.SANDBOX, journal, faults);
          case PARTNER -> {
            for (var environment : Environment.values()) {
              add(routes, operation, environment, journal, faults);
            }
          }
        }
      }
      if (!faults.isEmpty()) {
        throw new IllegalStateException(
            "Contract and handlers differ: " + String.join("; ", faults));
      }
      return routes.build();
    }

    private void add(
        Routes.Builder routes,
        Operation operation,
        @Nullable Environment environment,
        @Nullable Journal journal,
        Set<String> faults) {
      var handler = boundTo(operation, environment).get(operation.operationId());
      if (handler == null) {
        var place = environment == null ? "" : " in " + environment.schema();
        faults.add(operation.operationId() + " has no handler" + place);
      } else if (handler.kind() != operation.kind()) {
        faults.add(operation.operationId() + " is not " + handler.kind());
      } else {
        var guarded = guarded(operation, environment, handler);
        if (guarded == null) {
          faults.add(operation.operationId() + " does not say what is at stake");
          return;
        }
        routes.add(
            new Route(
                operation,
                environment,
                journal == null ? guarded : new Journaled(journal).around(guarded)));
      }
    }

    /// With the consent that it may need around it; null if it lacks a part.
    private @Nullable Handler guarded(
        Operation operation, @Nullable Environment environment, Handler handler) {
      var consent = environment == null ? null : consents.get(environment);
      if (operation.approval() == null || consent == null || environment == null) return handler;
      if (!(handler instanceof Handler.Change(var answer, var stake)) || stake == null) return null;
      return new Handler.Change(
          consent.around(new Consent.Guarded(operation, environment, answer, stake)));
    }

    private Map<String, Handler> boundTo(Operation operation, @Nullable Environment environment) {
      return switch (operation.base()) {
        case ROOT -> root;
        case OPERATOR -> operator;
        case PARTNER, SANDBOX -> {
          var handlers = environment == null ? null : partner.get(environment);
          yield handlers == null ? Map.of() : handlers;
        }
      };
    }

    /// The handler of the environment that a call names.
    private static Function<Call, Future<Answer>> to(
        Map<Environment, Function<Call, Future<Answer>>> all, Function<Call, Environment> named) {
      return call -> Objects.requireNonNull(all.get(named.apply(call))).apply(call);
    }

    private void bindNamed(
        Environment environment,
        String operationId,
        Function<Call, Future<Answer>> handler,
        Function<Map<Environment, Function<Call, Future<Answer>>>, Handler> bound) {
      var handlers = named.get(operationId);
      if (handlers == null) {
        handlers = new EnumMap<>(Environment.class);
        named.put(operationId, handlers);
        bind(null, operationId, bound.apply(handlers));
      }
      if (handlers.put(environment, handler) != null) {
        throw new IllegalStateException(operationId + " is bound twice");
      }
    }

    private void bind(@Nullable Environment environment, String operationId, Handler handler) {
      var operation =
          index.operations().stream()
              .filter(o -> o.operationId().equals(operationId))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("No operation is named " + operationId));
      if (operation.base() == Operation.Base.SANDBOX && environment == Environment.LIVE) {
        throw new IllegalStateException(operationId + " exists in the sandbox alone");
      }
      if (boundTo(operation, environment).put(operationId, handler) != null) {
        throw new IllegalStateException(operationId + " is bound twice");
      }
    }
  }

  private final Bindings bindings;
  private final @Nullable Environment environment;

  private Contract(Bindings bindings, @Nullable Environment environment) {
    this.bindings = bindings;
    this.environment = environment;
  }

  public void hot(String operationId, Function<Call, Answer> handler) {
    bindings.bind(environment, operationId, new Handler.Hot(handler));
  }

  public void read(String operationId, Function<Call, Future<Answer>> handler) {
    bindings.bind(environment, operationId, new Handler.Read(handler));
  }

  public void change(String operationId, Function<Call, Future<Answer>> handler) {
    bindings.bind(environment, operationId, new Handler.Change(handler));
  }

  /// A change that may need a second person's consent: the contract says under which name
  /// (`x-soko-approval`).
  public void change(
      String operationId,
      Function<Call, Future<Answer>> handler,
      Function<Call, Consent.Stake> stake) {
    bindings.bind(environment, operationId, new Handler.Change(handler, stake));
  }

  /// Who asks for the consent that changes of this environment need.
  public void consent(Consent consent) {
    bindings.consents.put(Objects.requireNonNull(environment), consent);
  }

  public void stream(String operationId, Consumer<Call> handler) {
    bindings.bind(environment, operationId, new Handler.Stream(handler));
  }
}
