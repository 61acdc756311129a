package africa.soko.edge;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The operations that a contract declares.
public record OperationIndex(List<Operation> operations) {

  /// @param development whether the operations that only a development server has are among them
  /// @throws IllegalArgumentException if an operation lacks a part or is declared twice
  public static OperationIndex of(JsonNode contract, boolean development) {
    return of(contract, development, Lifecycle.load());
  }

  /// The same with another table of what will not stay.
  public static OperationIndex of(
      JsonNode contract, boolean development, List<Lifecycle> lifecycles) {
    var operations = new ArrayList<Operation>();
    for (var path : contract.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (!Operation.METHODS.contains(method.getKey())) continue;
        if (method.getValue().has("x-soko-served-by") && !development) continue;
        operations.add(Operation.of(path.getKey(), method.getKey(), method.getValue(), lifecycles));
      }
    }
    var names = operations.stream().map(Operation::operationId).toList();
    if (Set.copyOf(names).size() != names.size()) {
      throw new IllegalArgumentException("An operationId is declared twice");
    }
    return new OperationIndex(List.copyOf(operations));
  }
}
