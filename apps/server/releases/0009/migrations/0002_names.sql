CREATE TABLE "directory_pictures" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"media_type" text NOT NULL,
	"content" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "directory_pictures_kind_id_pk" PRIMARY KEY("kind","id")
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
CREATE TABLE "name_registrations" (
	"digest" text PRIMARY KEY NOT NULL,
	"client" text NOT NULL,
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
CREATE INDEX "name_registrations_client" ON "name_registrations" USING btree ("client","at");--> statement-breakpoint
CREATE UNIQUE INDEX "names_skeleton" ON "names" USING btree ("zone","skeleton");--> statement-breakpoint
CREATE UNIQUE INDEX "names_address" ON "names" USING btree ("zone","address");