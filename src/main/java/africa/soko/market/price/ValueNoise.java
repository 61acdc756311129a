package africa.soko.market.price;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// A smooth random curve over time that can be read at any point without walking to it. Four
/// octaves, each a row of random values in [-1, 1] with a smooth way from one to the next.
///
/// Their amplitudes are chosen so that the curve cannot leave a daily band of 10 %. The smooth way
/// climbs at most 3 x amplitude x time / span, and never more than 2 x amplitude. Over the ten days
/// that the longest holidays close an exchange that is 0.016 + 0.030 + 0.030 + 0.006 = 0.082, and
/// e^0.082 is 1.086.
final class ValueNoise {
  private static final long[] SPAN_SECONDS = {365 * 86_400L, 61 * 86_400L, 7 * 86_400L, 7_200L};
  private static final int[] AMPLITUDE_MILLIONTHS = {200_000, 60_000, 15_000, 3_000};

  private static final int FACTOR_DECIMALS = 10;
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final long FNV_BASIS = 0xCBF29CE484222325L;

  private final long seed;

  ValueNoise(long seed) {
    this.seed = seed;
  }

  /// What to multiply a reference price by: between 0.75 and 1.33. `StrictMath` gives every machine
  /// the same digits.
  BigDecimal factorAt(String symbol, long epochSecond) {
    var exponent = exponentAt(name(symbol), epochSecond);
    return Rounding.nearest(BigDecimal.valueOf(StrictMath.exp(exponent)), FACTOR_DECIMALS);
  }

  /// Where the curve of a symbol stands: the factor grows with it.
  ///
  /// @param name that of [#name]
  double exponentAt(long name, long epochSecond) {
    var exponent = 0.0;
    for (var octave = 0; octave < SPAN_SECONDS.length; octave++) {
      var amplitude = AMPLITUDE_MILLIONTHS[octave] / 1e6;
      exponent += amplitude * curve(name, octave, epochSecond, SPAN_SECONDS[octave]);
    }
    return exponent;
  }

  /// A number from 0 to `bound` - 1 that belongs to this symbol and index.
  long pick(String symbol, long index, long bound) {
    return Math.floorMod(hash(name(symbol), -1, index), bound);
  }

  private double curve(long name, int octave, long epochSecond, long span) {
    // Each symbol and octave has its own origin, so that their corners do not coincide.
    var shifted = epochSecond + Math.floorMod(hash(name, octave, Long.MIN_VALUE), span);
    var cell = Math.floorDiv(shifted, span);
    var part = Math.floorMod(shifted, span) / (double) span;
    var smooth = part * part * (3 - 2 * part);
    var from = unit(hash(name, octave, cell));
    var to = unit(hash(name, octave, cell + 1));
    return from + (to - from) * smooth;
  }

  /// The 53 bits that a `double` holds, spread over [-1, 1].
  private static double unit(long hash) {
    return (hash >>> 11) / (double) (1L << 52) - 1;
  }

  private long hash(long name, int octave, long index) {
    return mix(mix(mix(seed + GOLDEN_GAMMA) ^ name) + octave * GOLDEN_GAMMA + mix(index));
  }

  /// A symbol as a number.
  static long name(String symbol) {
    var hash = FNV_BASIS;
    for (var each : symbol.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ each) * FNV_PRIME;
    return hash;
  }

  /// The finisher of SplitMix64.
  private static long mix(long value) {
    var mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
