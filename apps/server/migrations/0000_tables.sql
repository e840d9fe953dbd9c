CREATE TABLE "account_transactions" (
	"address" text NOT NULL,
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"block_number" bigint NOT NULL,
	"position" integer NOT NULL,
	"mined_at" bigint NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"events" smallint[] DEFAULT '{}' NOT NULL,
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
	"block_number" bigint NOT NULL,
	"position" integer NOT NULL,
	"is_own" boolean NOT NULL,
	"is_sent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chain_events_chain_id_hash_ordinal_pk" PRIMARY KEY("chain_id","hash","ordinal")
);
--> statement-breakpoint
CREATE TABLE "descriptor_deployments" (
	"descriptor" text NOT NULL,
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "descriptor_deployments_descriptor_chain_id_address_pk" PRIMARY KEY("descriptor","chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "descriptors" (
	"id" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"shipped_digest" text,
	"without_shipped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"listed" jsonb NOT NULL,
	"edits" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dropped_approvals" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "dropped_approvals_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" text NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"properties" jsonb NOT NULL,
	"domain" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "events_project_id_received_at_id_pk" PRIMARY KEY("project_id","received_at","id")
) PARTITION BY RANGE ("received_at");
--> statement-breakpoint
CREATE TABLE "index_cursors" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"start_block" bigint,
	"block_number" bigint,
	"block_hash" text,
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
CREATE TABLE "login_codes" (
	"person" text NOT NULL,
	"id" text NOT NULL,
	"device" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_ahead" boolean DEFAULT false NOT NULL,
	"ceremony" text,
	"acts_from" timestamp with time zone,
	"wallet" text,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_codes_person_device_pk" PRIMARY KEY("person","device")
);
--> statement-breakpoint
CREATE TABLE "login_deletions" (
	"wallet" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"device" text NOT NULL,
	"browser" text NOT NULL,
	"language" text NOT NULL,
	"email" text,
	"allowed_until" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"deletion" text,
	"opens_at" timestamp with time zone,
	"kept_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_devices" (
	"person" text NOT NULL,
	"device" text NOT NULL,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ceremony" text,
	"acts_from" timestamp with time zone NOT NULL,
	"network" text,
	CONSTRAINT "login_devices_person_device_pk" PRIMARY KEY("person","device")
);
--> statement-breakpoint
CREATE TABLE "login_doors" (
	"wallet" text NOT NULL,
	"door" text NOT NULL,
	"kind" text NOT NULL,
	"person" text NOT NULL,
	"device" text NOT NULL,
	"key_name" text NOT NULL,
	"row_key" text NOT NULL,
	"sealed" text NOT NULL,
	"wrap" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_doors_wallet_door_pk" PRIMARY KEY("wallet","door")
);
--> statement-breakpoint
CREATE TABLE "login_email_changes" (
	"person" text NOT NULL,
	"email" text NOT NULL,
	"id" text NOT NULL,
	"device" text NOT NULL,
	"sent_to" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"language" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone,
	"kept_until" timestamp with time zone NOT NULL,
	CONSTRAINT "login_email_changes_person_email_pk" PRIMARY KEY("person","email")
);
--> statement-breakpoint
CREATE TABLE "login_own_doors" (
	"door" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"person" text NOT NULL,
	"wrap" text NOT NULL,
	"b" text NOT NULL,
	"credential" text,
	"email" text,
	"user_name" text,
	"proof_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"device" text NOT NULL,
	"email" text,
	"user_name" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	"logged_in_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_socials" (
	"id" text PRIMARY KEY NOT NULL,
	"device" text NOT NULL,
	"provider" text NOT NULL,
	"site" text NOT NULL,
	"said" text,
	"person" text,
	"email" text,
	"user_name" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"vault" text NOT NULL,
	"addresses" jsonb NOT NULL,
	"receipt" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"agreed_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "login_windows" (
	"id" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"device" text NOT NULL,
	"asked" text NOT NULL,
	"said" text,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "name_registrations" (
	"digest" text PRIMARY KEY NOT NULL,
	"client" text NOT NULL,
	"network" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "names" (
	"zone" text NOT NULL,
	"label" text NOT NULL,
	"skeleton" text NOT NULL,
	"address" text NOT NULL,
	"coin_type" bigint NOT NULL,
	"account" text NOT NULL,
	"avatar" text,
	"bio" text,
	"registered_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "names_zone_label_pk" PRIMARY KEY("zone","label")
);
--> statement-breakpoint
CREATE TABLE "nfts" (
	"chain_id" text NOT NULL,
	"contract" text NOT NULL,
	"token_id" text NOT NULL,
	"standard" text NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"name" text,
	"picture_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nfts_chain_id_contract_token_id_pk" PRIMARY KEY("chain_id","contract","token_id")
);
--> statement-breakpoint
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
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"account" text,
	"kept_at" timestamp with time zone NOT NULL,
	"is_stored" boolean DEFAULT false NOT NULL,
	"leaving_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "project_usage" (
	"project_id" text NOT NULL,
	"day" date NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "project_usage_project_id_day_pk" PRIMARY KEY("project_id","day")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"icon_url" text,
	"allowed_origins" text[] NOT NULL,
	"vouched_origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"analytics_enabled" boolean DEFAULT false NOT NULL,
	"development" boolean DEFAULT false NOT NULL,
	"daily_requests" integer,
	"features_off" text[] DEFAULT '{}'::text[] NOT NULL,
	"sponsorship" jsonb,
	"callable" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "received_tokens" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"contract" text NOT NULL,
	"mined_at" bigint NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	CONSTRAINT "received_tokens_chain_id_address_contract_pk" PRIMARY KEY("chain_id","address","contract")
);
--> statement-breakpoint
CREATE TABLE "reorgs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reorgs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signed_in_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"family" text NOT NULL,
	"address" text NOT NULL,
	"only_chain_id" text DEFAULT '' NOT NULL,
	"chain_id" text NOT NULL,
	"owner" text DEFAULT '' NOT NULL,
	"size" integer GENERATED ALWAYS AS (1024 + coalesce(octet_length(metadata::text), 0) + coalesce(octet_length(connection_method::text), 0)) STORED,
	"profile_id" uuid NOT NULL,
	"connection_method" jsonb,
	"metadata" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"last_signed_in_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "smart_sessions" (
	"pci" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"policies" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"context" text,
	"revoked_at" timestamp with time zone,
	"owner" text DEFAULT '' NOT NULL,
	"size" integer GENERATED ALWAYS AS (1024 + octet_length(permissions::text) + coalesce(octet_length(context), 0)) STORED
);
--> statement-breakpoint
CREATE TABLE "sponsor_budgets" (
	"project_id" text NOT NULL,
	"chain_id" text NOT NULL,
	"scope" text NOT NULL,
	"owner" text NOT NULL,
	"day" date NOT NULL,
	"spent" numeric(78, 0) DEFAULT '0' NOT NULL,
	"reserved" numeric(78, 0) DEFAULT '0' NOT NULL,
	CONSTRAINT "sponsor_budgets_project_id_chain_id_scope_owner_day_pk" PRIMARY KEY("project_id","chain_id","scope","owner","day")
);
--> statement-breakpoint
CREATE TABLE "sponsor_queues" (
	"chain_id" text NOT NULL,
	"account" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	CONSTRAINT "sponsor_queues_chain_id_account_pk" PRIMARY KEY("chain_id","account")
);
--> statement-breakpoint
CREATE TABLE "sponsor_transactions" (
	"operation" text NOT NULL,
	"attempt" integer NOT NULL,
	"hash" text NOT NULL,
	"raw" text NOT NULL,
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"is_cancelling" boolean NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sponsor_transactions_operation_attempt_pk" PRIMARY KEY("operation","attempt")
);
--> statement-breakpoint
CREATE TABLE "sponsored_operations" (
	"hash" text PRIMARY KEY NOT NULL,
	"chain_id" text NOT NULL,
	"project_id" text NOT NULL,
	"sender" text NOT NULL,
	"granted_by" text,
	"nonce" numeric(78, 0) NOT NULL,
	"person" text NOT NULL,
	"network" text NOT NULL,
	"day" date NOT NULL,
	"operation" jsonb NOT NULL,
	"token_hash" text,
	"block" bigint NOT NULL,
	"gas" bigint NOT NULL,
	"reserved" numeric(78, 0) NOT NULL,
	"status" text NOT NULL,
	"dropped" text,
	"account" text,
	"place" bigint,
	"transaction_hash" text,
	"succeeded" boolean,
	"paid" numeric(78, 0),
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supplied_pictures" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "supplied_pictures_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "swap_asks" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"without_approval" boolean NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"symbol" text DEFAULT '' NOT NULL,
	"decimals" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
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
	"succeeded" boolean,
	"recipients" integer NOT NULL,
	CONSTRAINT "transactions_chain_id_hash_pk" PRIMARY KEY("chain_id","hash")
);
--> statement-breakpoint
CREATE TABLE "used_keys" (
	"setting" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "used_keys_setting_name_pk" PRIMARY KEY("setting","name")
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"sender" text NOT NULL,
	"delivery" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_sender_delivery_pk" PRIMARY KEY("sender","delivery")
);
--> statement-breakpoint
ALTER TABLE "descriptor_deployments" ADD CONSTRAINT "descriptor_deployments_descriptor_descriptors_id_fk" FOREIGN KEY ("descriptor") REFERENCES "public"."descriptors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_person_device_login_devices_person_device_fk" FOREIGN KEY ("person","device") REFERENCES "public"."login_devices"("person","device") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_transactions" ADD CONSTRAINT "moved_transactions_reorg_id_reorgs_id_fk" FOREIGN KEY ("reorg_id") REFERENCES "public"."reorgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nfts" ADD CONSTRAINT "nfts_picture_hash_pictures_hash_fk" FOREIGN KEY ("picture_hash") REFERENCES "public"."pictures"("hash") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_sessions" ADD CONSTRAINT "pay_sessions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_usage" ADD CONSTRAINT "project_usage_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_sessions" ADD CONSTRAINT "sign_in_sessions_account_id_signed_in_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."signed_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_in_accounts" ADD CONSTRAINT "signed_in_accounts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_sessions" ADD CONSTRAINT "smart_sessions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_transactions" ADD CONSTRAINT "sponsor_transactions_operation_sponsored_operations_hash_fk" FOREIGN KEY ("operation") REFERENCES "public"."sponsored_operations"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplied_pictures" ADD CONSTRAINT "supplied_pictures_hash_pictures_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_transactions_newest" ON "account_transactions" USING btree ("address","chain_id","mined_at","block_number","position");--> statement-breakpoint
CREATE INDEX "account_transactions_own" ON "account_transactions" USING btree ("address","chain_id","block_number") WHERE "account_transactions"."is_own";--> statement-breakpoint
CREATE INDEX "account_transactions_chain_block" ON "account_transactions" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "chain_events_nfts" ON "chain_events" USING btree ("chain_id","to_address","is_own","block_number","contract","token_id","kind") WHERE "chain_events"."kind" in ('erc721', 'erc1155');--> statement-breakpoint
CREATE INDEX "chain_events_approvals" ON "chain_events" USING btree ("chain_id","from_address","is_own","block_number","position","ordinal") WHERE "chain_events"."kind" in ('approval', 'approvalForAll');--> statement-breakpoint
CREATE INDEX "chain_events_tokens" ON "chain_events" USING btree ("chain_id","to_address","is_own","block_number") WHERE "chain_events"."kind" = 'erc20';--> statement-breakpoint
CREATE INDEX "chain_events_sent" ON "chain_events" USING btree ("chain_id","from_address","block_number","to_address") WHERE "chain_events"."is_sent";--> statement-breakpoint
CREATE INDEX "chain_events_nft_in" ON "chain_events" USING btree ("chain_id","to_address","contract","token_id","is_own","block_number") WHERE "chain_events"."kind" in ('erc721', 'erc1155');--> statement-breakpoint
CREATE INDEX "chain_events_nft_out" ON "chain_events" USING btree ("chain_id","from_address","contract","token_id","block_number") WHERE "chain_events"."kind" in ('erc721', 'erc1155');--> statement-breakpoint
CREATE INDEX "chain_events_granted" ON "chain_events" USING btree ("chain_id","from_address","contract","block_number") WHERE "chain_events"."kind" in ('approval', 'approvalForAll') and "chain_events"."amount" > 0;--> statement-breakpoint
CREATE INDEX "descriptor_deployments_contract" ON "descriptor_deployments" USING btree ("chain_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "login_codes_id" ON "login_codes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "login_codes_device" ON "login_codes" USING btree ("device");--> statement-breakpoint
CREATE INDEX "login_codes_expires" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_deletions_kept" ON "login_deletions" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "login_devices_device" ON "login_devices" USING btree ("device");--> statement-breakpoint
CREATE INDEX "login_devices_last" ON "login_devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "login_doors_person" ON "login_doors" USING btree ("person","device");--> statement-breakpoint
CREATE INDEX "login_doors_key" ON "login_doors" USING btree ("key_name");--> statement-breakpoint
CREATE INDEX "login_doors_created" ON "login_doors" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "login_email_changes_id" ON "login_email_changes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "login_email_changes_kept" ON "login_email_changes" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "login_own_doors_wallet" ON "login_own_doors" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "login_sessions_device" ON "login_sessions" USING btree ("person","device");--> statement-breakpoint
CREATE INDEX "login_sessions_expires" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_socials_device" ON "login_socials" USING btree ("device","expires_at");--> statement-breakpoint
CREATE INDEX "login_socials_expires" ON "login_socials" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "login_wallets_claimed" ON "login_wallets" USING btree ("person") WHERE "login_wallets"."claimed_at" is not null;--> statement-breakpoint
CREATE INDEX "login_wallets_person" ON "login_wallets" USING btree ("person");--> statement-breakpoint
CREATE INDEX "login_wallets_created" ON "login_wallets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_windows_device" ON "login_windows" USING btree ("device","expires_at");--> statement-breakpoint
CREATE INDEX "login_windows_expires" ON "login_windows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "moved_transactions_reorg" ON "moved_transactions" USING btree ("reorg_id");--> statement-breakpoint
CREATE INDEX "name_registrations_client" ON "name_registrations" USING btree ("client","at");--> statement-breakpoint
CREATE INDEX "name_registrations_network" ON "name_registrations" USING btree ("network","at");--> statement-breakpoint
CREATE UNIQUE INDEX "names_skeleton" ON "names" USING btree ("zone","skeleton");--> statement-breakpoint
CREATE UNIQUE INDEX "names_address" ON "names" USING btree ("zone","address");--> statement-breakpoint
CREATE INDEX "nfts_due" ON "nfts" USING btree ("due_at") WHERE "nfts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "nfts_picture" ON "nfts" USING btree ("picture_hash");--> statement-breakpoint
CREATE INDEX "nfts_account" ON "nfts" USING btree ("account","asked_at");--> statement-breakpoint
CREATE INDEX "nfts_asked" ON "nfts" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_sessions_transaction" ON "pay_sessions" USING btree ("chain_id","tx_hash");--> statement-breakpoint
CREATE INDEX "pictures_account" ON "pictures" USING btree ("account");--> statement-breakpoint
CREATE INDEX "purchases_address_created" ON "purchases" USING btree ("address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_transaction" ON "purchases" USING btree ("chain_id","tx_hash");--> statement-breakpoint
CREATE INDEX "received_tokens_newest" ON "received_tokens" USING btree ("chain_id","address","is_own","mined_at");--> statement-breakpoint
CREATE INDEX "sign_in_sessions_account" ON "sign_in_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sign_in_sessions_expires" ON "sign_in_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_in_accounts_address" ON "signed_in_accounts" USING btree ("project_id","family","address","only_chain_id");--> statement-breakpoint
CREATE INDEX "signed_in_accounts_owner" ON "signed_in_accounts" USING btree ("project_id","owner","updated_at","size");--> statement-breakpoint
CREATE INDEX "signed_in_accounts_last" ON "signed_in_accounts" USING btree ("last_signed_in_at");--> statement-breakpoint
CREATE INDEX "smart_sessions_address" ON "smart_sessions" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "smart_sessions_owner" ON "smart_sessions" USING btree ("project_id","owner","created_at","size");--> statement-breakpoint
CREATE INDEX "smart_sessions_expires" ON "smart_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "smart_sessions_revoked" ON "smart_sessions" USING btree ("revoked_at");--> statement-breakpoint
CREATE INDEX "smart_sessions_asked" ON "smart_sessions" USING btree ("created_at") WHERE "smart_sessions"."context" is null;--> statement-breakpoint
CREATE INDEX "sponsor_budgets_day" ON "sponsor_budgets" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "sponsored_operations_nonce" ON "sponsored_operations" USING btree ("chain_id","sender","nonce") WHERE "sponsored_operations"."status" in ('reserved', 'signed', 'included');--> statement-breakpoint
CREATE UNIQUE INDEX "sponsored_operations_token" ON "sponsored_operations" USING btree ("project_id","token_hash");--> statement-breakpoint
CREATE INDEX "sponsored_operations_open" ON "sponsored_operations" USING btree ("chain_id","created_at") WHERE "sponsored_operations"."status" in ('reserved', 'signed', 'included', 'freed');--> statement-breakpoint
CREATE INDEX "sponsored_operations_over" ON "sponsored_operations" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "supplied_pictures_hash" ON "supplied_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "swap_asks_source" ON "swap_asks" USING btree ("source","asked_at");--> statement-breakpoint
CREATE INDEX "swap_asks_asked" ON "swap_asks" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "transactions_chain_block" ON "transactions" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "used_nonces_expires" ON "used_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");