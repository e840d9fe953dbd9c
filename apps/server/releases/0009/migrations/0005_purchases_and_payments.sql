CREATE TABLE "pay_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"exchange_id" text NOT NULL,
	"chain_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"tx_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"project_id" text NOT NULL,
	"address" text NOT NULL,
	"chain_id" text NOT NULL,
	"asset" text NOT NULL,
	"amount" text NOT NULL,
	"payment_amount" text NOT NULL,
	"payment_currency" text NOT NULL,
	"status" text NOT NULL,
	"tx_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchases_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"sender" text NOT NULL,
	"delivery" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_sender_delivery_pk" PRIMARY KEY("sender","delivery")
);
--> statement-breakpoint
ALTER TABLE "pay_sessions" ADD CONSTRAINT "pay_sessions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pay_sessions_transaction" ON "pay_sessions" USING btree ("chain_id","tx_hash");--> statement-breakpoint
CREATE INDEX "purchases_address_created" ON "purchases" USING btree ("address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_transaction" ON "purchases" USING btree ("chain_id","tx_hash");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");