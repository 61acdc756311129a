package africa.soko.certification;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.feature.Feature;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The checklist as a partner works it off; both environments answer the same.
public final class Certifications implements Feature {
  private static final int URL_MAX = 2_000;
  private static final int NOTES_MAX = 2_000;

  private final Ledger ledger;
  private final Checklist checklist;

  record CheckRequest(
      CheckState.@Nullable Status status, @Nullable String evidenceUrl, @Nullable String notes) {
    UpdateCheck of(String partnerId, OwnCheck check) {
      if (status == null && evidenceUrl == null && notes == null) {
        throw Refused.of(ErrorCode.VALIDATION_ERROR, "Nothing is to change").asException();
      }
      Input.maybeText("notes", notes, 1, NOTES_MAX);
      if (evidenceUrl != null && !isLink(evidenceUrl)) {
        throw Input.invalid("evidenceUrl", "must be an https URL");
      }
      return new UpdateCheck(partnerId, check, status, evidenceUrl, notes);
    }

    private static boolean isLink(String text) {
      try {
        var uri = new URI(text);
        return text.length() <= URL_MAX && "https".equals(uri.getScheme()) && uri.getHost() != null;
      } catch (URISyntaxException e) {
        return false;
      }
    }
  }

  public Certifications(Ledger ledger, Checklist checklist) {
    this.ledger = ledger;
    this.checklist = checklist;
  }

  @Override
  public void bind(Contract contract) {
    contract.read("getCertification", this::get);
    contract.change("requestApproval", this::request);
    contract.change("updateCheck", this::update);
  }

  private Future<Answer> get(Call call) {
    return checklist.of(call.caller().partnerId(), call.now()).map(Answer::ok);
  }

  private Future<Answer> request(Call call) {
    var partnerId = call.caller().partnerId();
    return checklist
        .look(partnerId, call.now())
        .compose(
            _ -> ledger.send(new RequestApproval(partnerId, checklist.checkIds()), call.origin()));
  }

  private Future<Answer> update(Call call) {
    var check = own(call.path("checkId"));
    var asked = call.body(CheckRequest.class).of(call.caller().partnerId(), check);
    return ledger.send(asked, call.origin());
  }

  private OwnCheck own(String checkId) {
    var own = Stream.of(OwnCheck.values()).filter(c -> c.checkId().equals(checkId)).findFirst();
    if (own.isPresent()) return own.get();
    throw (checklist.checkIds().contains(checkId)
            ? Refused.of(ErrorCode.CONFLICT, "This check ticks itself")
            : Refused.of(ErrorCode.NOT_FOUND, "No such check"))
        .asException();
  }
}
