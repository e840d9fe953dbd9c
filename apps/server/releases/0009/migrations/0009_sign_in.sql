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
	"chain_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"connection_method" jsonb,
	"metadata" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"last_signed_in_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_sessions" ADD CONSTRAINT "sign_in_sessions_account_id_signed_in_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."signed_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_in_accounts" ADD CONSTRAINT "signed_in_accounts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_sessions_account" ON "sign_in_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sign_in_sessions_expires" ON "sign_in_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_in_accounts_address" ON "signed_in_accounts" USING btree ("project_id","family","address");--> statement-breakpoint
CREATE INDEX "signed_in_accounts_last" ON "signed_in_accounts" USING btree ("last_signed_in_at");--> statement-breakpoint
CREATE INDEX "used_nonces_expires" ON "used_nonces" USING btree ("expires_at");