CREATE TABLE "received_events" (
	"project_id" text NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"properties" jsonb NOT NULL,
	"domain" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "received_events_project_id_received_at_id_pk" PRIMARY KEY("project_id","received_at","id")
) PARTITION BY RANGE ("received_at");
--> statement-breakpoint
CREATE TABLE "received_tokens" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"contract" text NOT NULL,
	"mined_at" bigint NOT NULL,
	CONSTRAINT "received_tokens_chain_id_address_contract_pk" PRIMARY KEY("chain_id","address","contract")
);
--> statement-breakpoint
ALTER TABLE "received_events" ADD CONSTRAINT "received_events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;