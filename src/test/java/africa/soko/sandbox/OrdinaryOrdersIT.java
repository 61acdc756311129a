package africa.soko.sandbox;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import org.junit.jupiter.api.Test;

/// Orders of the ordinary endpoints in the hands of the test tools.
@SokoTest
class OrdinaryOrdersIT {
  private static final String SYMBOL = "SCOM.KE";

  @Test
  void an_ordinary_order_that_rests_is_driven_too(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var user = desk.user();
    var rested = user.rested(SYMBOL, BUY, 10, -6);
    var half = desk.askAdvance(rested, "PARTIAL_FILL").expect(200);
    assertThat(half).has("/status", "PARTIALLY_FILLED").hasNumber("/filledQuantity", "5");
    assertThat(half.number("/averagePrice")).isEqualByComparingTo(rested.number("/limitPrice"));
    assertThat(user.ended(rested)).has("/status", "FILLED");
    assertThat(desk.askAdvance(rested, "FILL"))
        .isRefused(409, "CONFLICT")
        .has("/error/status", "FILLED");
    var master = partner.master().rested(SYMBOL, BUY, 3, -6);
    assertThat(desk.askAdvance(master, "REJECT").expect(200)).has("/status", "REJECTED");
    var before = user.cash();
    var cancelled = user.rested(SYMBOL, BUY, 10, -6);
    assertThat(desk.askAdvance(cancelled, "CANCEL").expect(200)).has("/status", "CANCELLED");
    assertThat(user.cash()).isEqualByComparingTo(before);
  }
}
