CREATE TABLE "nft_images" (
	"hash" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"stored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nfts" (
	"chain_id" text NOT NULL,
	"contract" text NOT NULL,
	"token_id" text NOT NULL,
	"standard" text NOT NULL,
	"name" text,
	"image_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nfts_chain_id_contract_token_id_pk" PRIMARY KEY("chain_id","contract","token_id")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"is_token" boolean NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"symbol" text DEFAULT '' NOT NULL,
	"decimals" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
ALTER TABLE "nfts" ADD CONSTRAINT "nfts_image_hash_nft_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."nft_images"("hash") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nfts_due" ON "nfts" USING btree ("due_at") WHERE "nfts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "nfts_image" ON "nfts" USING btree ("image_hash");