package africa.soko.market.catalogue;

import africa.soko.market.exchange.Exchange;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which instruments a list asks for. A `null` part leaves all of them.
///
/// @param sector compared without regard to case
/// @param search part of a symbol or a name, without regard to case and accents
public record InstrumentFilter(
    @Nullable Exchange exchange,
    @Nullable String sector,
    @Nullable AssetType assetType,
    @Nullable String search) {
  public static final InstrumentFilter ALL = new InstrumentFilter(null, null, null, null);

  boolean accepts(Instrument instrument) {
    if (exchange != null && !exchange.code().equals(instrument.exchange().code())) return false;
    if (sector != null && !sector.equalsIgnoreCase(instrument.sector())) return false;
    if (assetType != null && assetType != instrument.assetType()) return false;
    return search == null
        || matches(instrument.symbol(), search)
        || matches(instrument.name(), search);
  }

  /// Whether a text holds what is searched for.
  public static boolean matches(String text, String search) {
    return plain(text).contains(plain(search));
  }

  private static String plain(String text) {
    var letters = Normalizer.normalize(text.strip(), Normalizer.Form.NFD);
    return letters.replaceAll("\\p{M}", "").toLowerCase(Locale.ROOT);
  }
}
