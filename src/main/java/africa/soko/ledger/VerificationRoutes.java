package africa.soko.ledger;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.ledger.Verification.Finding;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The proof of the books, for operators.
public final class VerificationRoutes {
  private final Map<Environment, VerificationStore> books;

  record Proof(
      Environment environment, boolean isProven, List<Finding> findings, Map<String, Long> rows) {}

  public VerificationRoutes(Map<Environment, VerificationStore> books) {
    this.books = Map.copyOf(books);
  }

  public void bind(Contract contract) {
    contract.read("verifyLedger", this::verify);
  }

  private Future<Answer> verify(Call call) {
    var environment = call.query().environment();
    return Objects.requireNonNull(books.get(environment))
        .verify()
        .map(
            found ->
                Answer.ok(
                    new Proof(environment, found.isProven(), found.findings(), found.rowsOf())));
  }
}
