package africa.soko.security;

import africa.soko.access.Tier;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Consent.Stake;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// What a partner demands of its own requests, in one environment.
public final class Security implements Feature {
  private static final String ENTERPRISE = Tier.ENTERPRISE.name().toLowerCase(Locale.ROOT);

  private final SecurityStore store;
  private final Ledger ledger;
  private final Environment environment;
  private final Runnable changed;

  record Lift(Environment environment) {}

  record CertificatesRequest(List<String> sha256) {
    private static final int CERTIFICATES_MAX = 50;
    private static final Pattern SHA256 = Pattern.compile("[0-9A-Fa-f]{64}");

    SetCertificates into(String partnerId) {
      if (sha256.size() > CERTIFICATES_MAX) {
        throw Input.invalid("sha256", "has at most %d entries".formatted(CERTIFICATES_MAX));
      }
      for (var each : sha256) {
        if (!SHA256.matcher(each).matches()) {
          throw Input.invalid("sha256", "has an entry that is not 64 hex digits");
        }
      }
      var hashes = sha256.stream().map(each -> each.toLowerCase(Locale.ROOT)).distinct().toList();
      return new SetCertificates(partnerId, hashes);
    }
  }

  /// @param changed called when it may have changed what is demanded, so that this node looks anew
  Security(Core core, SecurityStore store, Runnable changed) {
    this.store = store;
    this.changed = changed;
    ledger = core.ledger();
    environment = core.environment();
  }

  @Override
  public void bind(Contract contract) {
    contract.read("getSecurityPolicy", this::get);
    contract.change("putSecurityPolicy", this::put, Security::stake);
  }

  @Override
  public void bindOperator(Contract.Operators contract) {
    contract.change("liftSecurityPolicy", this::lift);
    contract.change("setClientCertificates", this::setCertificates);
  }

  private Future<Answer> get(Call call) {
    requireEnterprise(call);
    return store
        .find(call.caller().partnerId(), environment)
        .map(found -> Answer.ok(found.map(PolicyBody.View::of).orElse(PolicyBody.View.NONE)));
  }

  private static Stake stake(Call call) {
    requireEnterprise(call);
    var asked = call.body(PolicyBody.class);
    asked.checked();
    return Stake.of(asked);
  }

  private Future<Answer> put(Call call) {
    requireEnterprise(call);
    var policy = call.body(PolicyBody.class).checked();
    return send(call, new SetPolicy(call.caller().partnerId(), environment, policy));
  }

  private Future<Answer> lift(Call call) {
    call.body(Lift.class);
    return send(call, new SetPolicy(call.path("partnerId"), environment, PolicyBody.NONE));
  }

  private Future<Answer> setCertificates(Call call) {
    return send(call, call.body(CertificatesRequest.class).into(call.path("partnerId")));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin()).onComplete(_ -> changed.run());
  }

  private static void requireEnterprise(Call call) {
    if (call.caller().terms().tier().equals(ENTERPRISE)) return;
    throw Refused.of(ErrorCode.FORBIDDEN, "Security policies come with the enterprise tier")
        .asException();
  }
}
