CREATE TABLE "project_usage" (
	"project_id" text NOT NULL,
	"day" date NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "project_usage_project_id_day_pk" PRIMARY KEY("project_id","day")
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
	"public_key" text NOT NULL,
	"sealed_key" text,
	"sealed_with" text
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "icon_url" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "daily_requests" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "features_off" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "project_usage" ADD CONSTRAINT "project_usage_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_sessions" ADD CONSTRAINT "smart_sessions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "smart_sessions_address" ON "smart_sessions" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "smart_sessions_expires" ON "smart_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "events_received" ON "events" USING btree ("received_at");