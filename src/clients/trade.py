"""The README's trade, with the client of openapi-generator."""

import os
import uuid
from decimal import Decimal

import soko

config = soko.Configuration(host=os.environ["SOKO"], access_token=os.environ["KEY"])
with soko.ApiClient(config) as client:
    trading = soko.QuotesAndMasterTradingApi(client)
    quote = trading.issue_quote(symbol="SCOM.KE", type=soko.Side.BUY, quantity=10)
    order = trading.place_master_order(
        idempotency_key=str(uuid.uuid4()),
        master_trade_request=soko.MasterTradeRequest(
            symbol="SCOM.KE", type=soko.Side.BUY, quantity=10, quote_id=quote.quote_id
        ),
    )
    read = trading.get_master_order(order.order_id)
    # A float says again what was in the JSON, to the cent; sums are made of decimals.
    cost = Decimal(str(quote.total_cost))
    print(read.order_id, read.status, cost, "USD")
