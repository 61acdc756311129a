package africa.soko.trading.position;

/// Which fill has brought or taken units.
///
/// @param number of the order's report that tells of it
public record FillId(String orderId, int number) {}
