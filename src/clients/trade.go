// The README's trade, with the client of openapi-generator.
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	soko "github.com/soko/client"
)

func main() {
	config := soko.NewConfiguration()
	config.Servers = soko.ServerConfigurations{{URL: os.Getenv("SOKO")}}
	config.AddDefaultHeader("x-api-key", os.Getenv("KEY"))
	trading := soko.NewAPIClient(config).QuotesAndMasterTradingAPI
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	quote, _, err := trading.IssueQuote(ctx, "SCOM.KE").Type_(soko.BUY).Quantity(10).Execute()
	if err != nil {
		panic(err)
	}
	trade := soko.NewMasterTradeRequest("SCOM.KE", soko.BUY, quote.QuoteId)
	trade.SetQuantity(10)
	order, _, err := trading.PlaceMasterOrder(ctx).
		IdempotencyKey(fmt.Sprint(time.Now().UnixNano())).MasterTradeRequest(*trade).Execute()
	if err != nil {
		panic(err)
	}
	read, _, err := trading.GetMasterOrder(ctx, order.OrderId).Execute()
	if err != nil {
		panic(err)
	}
	// A float64 holds every amount that the service tells to the cent; sums are made in cents.
	cents := int64(math.Round(quote.TotalCost * 100))
	fmt.Println(read.OrderId, read.Status, cents, "cents")
}
