package africa.soko.bench;

import africa.soko.bench.Market.Question;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Large answers of market data: a batch of quotes beside a bare Vert.x, `/stocks` whole and a year
/// of candles beside nginx with a file of the same bytes, plain and compressed.
final class Answers {
  private static final int WARM_SECONDS = 3;

  /// Until the service is compiled.
  private static final int FIRST_WARM_SECONDS = 12;

  private static final String FIFTY =
      "SCOM.KE,KPLC.KE,BKG.KE,EQTY.KE,KCB.KE,COOP.KE,EABL.KE,BAT.KE,DANGCEM.NG,BUACEMENT.NG,"
          + "ACCESSCORP.NG,ZENITHBANK.NG,GTCO.NG,MTNN.NG,AIRTELAFRI.NG,NPN.ZA,SBK.ZA,FSR.ZA,CPI.ZA,"
          + "MTN.ZA,VOD.ZA,SHP.ZA,SOL.ZA,STX40.ZA,MTNGH.GH,GGBL.GH,UNIL.GH,SCB.GH,TOTAL.GH,GCB.GH,"
          + "GLD.GH,SNTS.CI,ORAC.CI,ECOC.CI,SLBC.CI,SIBC.CI,CIEC.CI,ETIT.CI,ATEL.ZM,CECZ.ZM,CHIL.ZM,"
          + "ZSUG.ZM,BATZ.ZM,PUMA.ZM,MTNU.UG,SBU.UG,BOBU.UG,BATU.UG,QCIL.UG,DFCU.UG";

  /// @param goal the least ratio to the rival
  record Compared(Question question, String rival, double goal, Market.Start start) {}

  /// @param ratios of the turns, in their order of size
  record Figures(Compared compared, long service, long rival, List<Double> ratios) {}

  private static final List<Compared> ALL =
      List.of(
          bare("a batch of 50 quotes", "/market/quotes?symbols=" + FIFTY),
          nginx("/stocks", "/stocks", false),
          nginx("/stocks, gzip", "/stocks", true),
          nginx("ohlcv of 365 days", "/market/ohlcv?symbol=SCOM&exchange=NSE", false),
          nginx("ohlcv of 365 days, gzip", "/market/ohlcv?symbol=SCOM&exchange=NSE", true));

  private final Vertx vertx;
  private final Service service;
  private final boolean hasWrk;
  private final Path scratch;

  Answers(Vertx vertx, Service service, boolean hasWrk, Path scratch) {
    this.vertx = vertx;
    this.service = service;
    this.hasWrk = hasWrk;
    this.scratch = scratch;
  }

  /// @param hasNginx without it only what needs none is measured
  List<Figures> measure(boolean hasNginx, int connections, int rounds, int seconds)
      throws Exception {
    var all = new ArrayList<Figures>();
    for (var compared : ALL) {
      if (compared.rival.equals("nginx") && !hasNginx) continue;
      try (var market =
          new Market(vertx, service, hasWrk, scratch, compared.question, compared.start)) {
        market.turn(connections, all.isEmpty() ? FIRST_WARM_SECONDS : WARM_SECONDS);
        var turns = new ArrayList<Market.Turn>();
        for (int round = 0; round < rounds; round++) turns.add(market.turn(connections, seconds));
        for (var turn : turns) {
          System.out.printf(
              "  %s: service %d, %s %d, ratio %.2f%n",
              compared.question.name(), turn.service(), compared.rival, turn.rival(), turn.ratio());
        }
        all.add(
            new Figures(
                compared,
                Report.median(turns, Market.Turn::service),
                Report.median(turns, Market.Turn::rival),
                turns.stream().map(Market.Turn::ratio).sorted().toList()));
      }
    }
    return all;
  }

  private static Compared bare(String name, String path) {
    var question = new Question(name, Market.BASE + path, false);
    return new Compared(question, "bare Vert.x", 0.6, Rivals::vertx);
  }

  private static Compared nginx(String name, String path, boolean isGzip) {
    var question = new Question(name, Market.BASE + path, isGzip);
    return new Compared(question, "nginx", 0.5, Rivals::nginx);
  }
}
