CREATE TABLE "keeper_bindings" (
	"person" text PRIMARY KEY NOT NULL,
	"mailbox" text NOT NULL,
	"wallet" text NOT NULL,
	"email" text,
	"sealed_hash" text NOT NULL,
	"key_name" text,
	"row_key" text,
	"sealed" text,
	"bound_at" timestamp with time zone NOT NULL,
	"made_by" text,
	"next_ask_at" timestamp with time zone DEFAULT now(),
	"moved_from" text,
	"moved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper_ceremonies" (
	"id" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"email" text,
	"mailbox" text NOT NULL,
	"device" text NOT NULL,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"place" text,
	"network" text,
	"language" text NOT NULL,
	"commitment" text NOT NULL,
	"keeper_nonce" text NOT NULL,
	"key" text,
	"device_nonce" text,
	"link_hash" text,
	"mailed_at" timestamp with time zone,
	"cancel_hash" text,
	"deny_hash" text,
	"owes" text,
	"owed_at" timestamp with time zone,
	"owed_tries" integer NOT NULL,
	"status" text NOT NULL,
	"ended_reason" text,
	"confirmed_in" text,
	"approved_by" text,
	"typed_at" timestamp with time zone,
	"typed_in" text,
	"began_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opens_at" timestamp with time zone,
	"acts_at" timestamp with time zone,
	"ends" text,
	"undoes" text,
	"next_tell_at" timestamp with time zone,
	"tell_tries" integer NOT NULL,
	"refused_from" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper_deletions" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"person" text NOT NULL,
	"email" text,
	"device" text NOT NULL,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"place" text,
	"language" text NOT NULL,
	"cancel_hash" text,
	"login_cancel_hash" text,
	"owes" text,
	"owed_at" timestamp with time zone,
	"owed_tries" integer NOT NULL,
	"status" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"next_tell_at" timestamp with time zone,
	"tell_tries" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keeper_devices" (
	"person" text NOT NULL,
	"key" text NOT NULL,
	"is_browser" boolean NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"network" text,
	"via" text,
	CONSTRAINT "keeper_devices_person_key_pk" PRIMARY KEY("person","key")
);
--> statement-breakpoint
CREATE TABLE "keeper_email_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"from_email" text NOT NULL,
	"to_email" text NOT NULL,
	"to_mailbox" text NOT NULL,
	"device" text NOT NULL,
	"site" text NOT NULL,
	"browser" text NOT NULL,
	"place" text,
	"network" text,
	"language" text NOT NULL,
	"from_link" text,
	"to_link" text,
	"from_cancel" text,
	"to_cancel" text,
	"from_confirmed_at" timestamp with time zone,
	"to_confirmed_at" timestamp with time zone,
	"owes" text,
	"owed_at" timestamp with time zone,
	"owed_tries" integer NOT NULL,
	"status" text NOT NULL,
	"ended_reason" text,
	"began_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opens_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keeper_used_keys" (
	"setting" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "keeper_used_keys_setting_name_pk" PRIMARY KEY("setting","name")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_bindings_wallet" ON "keeper_bindings" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "keeper_bindings_mailbox" ON "keeper_bindings" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "keeper_bindings_key" ON "keeper_bindings" USING btree ("key_name");--> statement-breakpoint
CREATE INDEX "keeper_bindings_ask" ON "keeper_bindings" USING btree ("next_ask_at") WHERE "keeper_bindings"."next_ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_ceremonies_link" ON "keeper_ceremonies" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_ceremonies_cancel" ON "keeper_ceremonies" USING btree ("cancel_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_ceremonies_deny" ON "keeper_ceremonies" USING btree ("deny_hash");--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_late" ON "keeper_ceremonies" USING btree ("owed_at") WHERE "keeper_ceremonies"."owes" is not null;--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_held" ON "keeper_ceremonies" USING btree ("opens_at") WHERE "keeper_ceremonies"."status" = 'held';--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_unbound" ON "keeper_ceremonies" USING btree ("expires_at") WHERE "keeper_ceremonies"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_tell" ON "keeper_ceremonies" USING btree ("next_tell_at") WHERE "keeper_ceremonies"."next_tell_at" is not null;--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_device" ON "keeper_ceremonies" USING btree ("person","device");--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_mailed" ON "keeper_ceremonies" USING btree ("mailbox","mailed_at") WHERE "keeper_ceremonies"."mailed_at" is not null;--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_typed" ON "keeper_ceremonies" USING btree ("person","typed_at") WHERE "keeper_ceremonies"."typed_at" is not null;--> statement-breakpoint
CREATE INDEX "keeper_ceremonies_began" ON "keeper_ceremonies" USING btree ("began_at");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_deletions_cancel" ON "keeper_deletions" USING btree ("cancel_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_deletions_login_cancel" ON "keeper_deletions" USING btree ("login_cancel_hash");--> statement-breakpoint
CREATE INDEX "keeper_deletions_wallet" ON "keeper_deletions" USING btree ("wallet","began_at");--> statement-breakpoint
CREATE INDEX "keeper_deletions_person" ON "keeper_deletions" USING btree ("person","began_at");--> statement-breakpoint
CREATE INDEX "keeper_deletions_late" ON "keeper_deletions" USING btree ("owed_at") WHERE "keeper_deletions"."owes" is not null;--> statement-breakpoint
CREATE INDEX "keeper_deletions_tell" ON "keeper_deletions" USING btree ("next_tell_at") WHERE "keeper_deletions"."next_tell_at" is not null;--> statement-breakpoint
CREATE INDEX "keeper_deletions_began" ON "keeper_deletions" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "keeper_devices_key" ON "keeper_devices" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_email_changes_from_link" ON "keeper_email_changes" USING btree ("from_link");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_email_changes_to_link" ON "keeper_email_changes" USING btree ("to_link");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_email_changes_from_cancel" ON "keeper_email_changes" USING btree ("from_cancel");--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_email_changes_to_cancel" ON "keeper_email_changes" USING btree ("to_cancel");--> statement-breakpoint
CREATE INDEX "keeper_email_changes_person" ON "keeper_email_changes" USING btree ("person","began_at");--> statement-breakpoint
CREATE INDEX "keeper_email_changes_to" ON "keeper_email_changes" USING btree ("to_email","began_at");--> statement-breakpoint
CREATE INDEX "keeper_email_changes_mailbox" ON "keeper_email_changes" USING btree ("to_mailbox","began_at");--> statement-breakpoint
CREATE INDEX "keeper_email_changes_late" ON "keeper_email_changes" USING btree ("owed_at") WHERE "keeper_email_changes"."owes" is not null;--> statement-breakpoint
CREATE INDEX "keeper_email_changes_began" ON "keeper_email_changes" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "keeper_nonces_expires" ON "keeper_nonces" USING btree ("expires_at");