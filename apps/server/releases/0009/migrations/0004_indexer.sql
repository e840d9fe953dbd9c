CREATE TABLE "account_transactions" (
	"address" text NOT NULL,
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"block_number" bigint NOT NULL,
	"position" integer NOT NULL,
	"mined_at" bigint NOT NULL,
	CONSTRAINT "account_transactions_address_chain_id_hash_pk" PRIMARY KEY("address","chain_id","hash")
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"ordinal" integer NOT NULL,
	"kind" text NOT NULL,
	"contract" text,
	"token_id" numeric(78, 0),
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	CONSTRAINT "chain_events_chain_id_hash_ordinal_pk" PRIMARY KEY("chain_id","hash","ordinal")
);
--> statement-breakpoint
CREATE TABLE "index_cursors" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"start_block" bigint,
	"block_number" bigint,
	"block_hash" text,
	"watch_version" bigint DEFAULT 0 NOT NULL,
	"holder" text,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "indexed_blocks" (
	"chain_id" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "indexed_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "moved_transactions" (
	"address" text NOT NULL,
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"reorg_id" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"position" integer NOT NULL,
	"mined_at" bigint NOT NULL,
	CONSTRAINT "moved_transactions_address_chain_id_hash_reorg_id_pk" PRIMARY KEY("address","chain_id","hash","reorg_id")
);
--> statement-breakpoint
CREATE TABLE "reorgs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reorgs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"block_number" bigint NOT NULL,
	"position" integer NOT NULL,
	"mined_at" bigint NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text,
	"nonce" bigint NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"selector" text NOT NULL,
	"succeeded" boolean NOT NULL,
	"recipients" integer NOT NULL,
	CONSTRAINT "transactions_chain_id_hash_pk" PRIMARY KEY("chain_id","hash")
);
--> statement-breakpoint
CREATE TABLE "watched_addresses" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"version" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"missing_up_to" bigint,
	"complete_from" bigint,
	CONSTRAINT "watched_addresses_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
ALTER TABLE "moved_transactions" ADD CONSTRAINT "moved_transactions_reorg_id_reorgs_id_fk" FOREIGN KEY ("reorg_id") REFERENCES "public"."reorgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_transactions_newest" ON "account_transactions" USING btree ("address","mined_at","chain_id","block_number","position");--> statement-breakpoint
CREATE INDEX "account_transactions_chain_block" ON "account_transactions" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "moved_transactions_reorg" ON "moved_transactions" USING btree ("reorg_id");--> statement-breakpoint
CREATE INDEX "transactions_chain_block" ON "transactions" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "watched_addresses_asked" ON "watched_addresses" USING btree ("chain_id","asked_at");--> statement-breakpoint
CREATE INDEX "watched_addresses_version" ON "watched_addresses" USING btree ("chain_id","version");