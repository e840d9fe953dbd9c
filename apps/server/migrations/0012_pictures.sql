CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	"is_stored" boolean DEFAULT false NOT NULL,
	"leaving_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "supplied_pictures" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "supplied_pictures_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "picture_hash" text;--> statement-breakpoint
ALTER TABLE "supplied_pictures" ADD CONSTRAINT "supplied_pictures_hash_pictures_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "supplied_pictures_hash" ON "supplied_pictures" USING btree ("hash");--> statement-breakpoint
ALTER TABLE "nfts" ADD CONSTRAINT "nfts_picture_hash_pictures_hash_fk" FOREIGN KEY ("picture_hash") REFERENCES "public"."pictures"("hash") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nfts_picture" ON "nfts" USING btree ("picture_hash");