DROP INDEX "signed_in_accounts_address";--> statement-breakpoint
ALTER TABLE "name_registrations" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "signed_in_accounts" ADD COLUMN "only_chain_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "signed_in_accounts" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "signed_in_accounts" ADD COLUMN "size" integer GENERATED ALWAYS AS (1024 + coalesce(octet_length(metadata::text), 0) + coalesce(octet_length(connection_method::text), 0)) STORED;--> statement-breakpoint
CREATE INDEX "name_registrations_network" ON "name_registrations" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "nfts_account" ON "nfts" USING btree ("account","asked_at");--> statement-breakpoint
CREATE INDEX "nfts_asked" ON "nfts" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "pictures_account" ON "pictures" USING btree ("account");--> statement-breakpoint
CREATE INDEX "signed_in_accounts_owner" ON "signed_in_accounts" USING btree ("project_id","owner","updated_at","size");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_in_accounts_address" ON "signed_in_accounts" USING btree ("project_id","family","address","only_chain_id");