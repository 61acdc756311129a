package africa.soko.client;

import africa.soko.client.api.QuotesAndMasterTradingApi;
import africa.soko.client.model.MasterTradeRequest;
import africa.soko.client.model.Side;
import java.math.BigDecimal;
import java.util.UUID;

/// The README's trade, with the client of openapi-generator. Amounts are BigDecimal.
public final class Trade {
  private Trade() {}

  public static void main(String[] arguments) throws ApiException {
    var key = System.getenv("KEY");
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("SOKO"));
    client.setRequestInterceptor(request -> request.header("x-api-key", key));
    var trading = new QuotesAndMasterTradingApi(client);
    var quote = trading.issueQuote(Side.BUY, "SCOM.KE", BigDecimal.TEN, null, null);
    var trade =
        new MasterTradeRequest()
            .symbol("SCOM.KE")
            .type(Side.BUY)
            .quantity(BigDecimal.TEN)
            .quoteId(quote.getQuoteId());
    var order = trading.placeMasterOrder(UUID.randomUUID().toString(), trade);
    var read = trading.getMasterOrder(order.getOrderId());
    BigDecimal cost = quote.getTotalCost();
    System.out.println(read.getOrderId() + " " + read.getStatus() + " " + cost + " USD");
  }
}
