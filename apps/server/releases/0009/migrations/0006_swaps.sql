CREATE TABLE "swap_asks" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"without_approval" boolean NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "swap_asks_source" ON "swap_asks" USING btree ("source","asked_at");--> statement-breakpoint
CREATE INDEX "swap_asks_asked" ON "swap_asks" USING btree ("asked_at");