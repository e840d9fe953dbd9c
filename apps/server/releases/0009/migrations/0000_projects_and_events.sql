CREATE TABLE "events" (
	"project_id" text NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"properties" jsonb NOT NULL,
	"domain" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"allowed_origins" text[] NOT NULL,
	"analytics_enabled" boolean DEFAULT false NOT NULL,
	"development" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_project_received" ON "events" USING btree ("project_id","received_at");