#!/usr/bin/env node
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { BlockList, SocketAddress, isIP } from "node:net";
import { pino } from "pino";
import { createAdaptorServer } from "@hono/node-server";
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { validator } from "hono/validator";
import { bodyLimit } from "hono/body-limit";
import { routePath } from "hono/route";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { drizzle as drizzle$1 } from "drizzle-orm/pglite";
import { migrate as migrate$1 } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// apps/server/src/config/ConfigError.ts
/** The configuration can't be used. `problems` are sentences, each naming its variable or place. */
var ConfigError = class extends Error {
	name = "ConfigError";
	code = "config";
	problems;
	constructor({ problems }) {
		super(`The server can't start:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
		this.problems = problems;
	}
};
// packages/core/src/chain/address.ts
const evmAddress = /^(0x)?[0-9a-fA-F]{40}$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const anyAddress = /^[-.%a-zA-Z0-9]{1,128}$/;
/**
* Whether a text is written as an address of its family: 40 hex digits, `0x` or not, for eip155 [S5.18]; 32 to 44 base58
* letters for solana [S5.19]; for the others what CAIP-10 allows, as their adapters know more.
*
* @example isAddress({ family: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // true
*/
function isAddress({ family, address }) {
	if (family === "eip155") return evmAddress.test(address);
	if (family === "solana") return solanaAddress.test(address);
	return anyAddress.test(address);
}
// packages/core/src/errors/FoyerError.ts
/**
* The base of every error of the kit. Branch on `code` or `instanceof`, never on text.
*
* @example
* try {
*   await foyer.connect({ connectorId })
* } catch (error) {
*   if (error instanceof FoyerError && error.code === 'user_rejected') return
*   throw error
* }
*/
var FoyerError = class extends Error {
	facts;
	notice;
	constructor(message, { facts, notice, cause } = {}) {
		super(message, cause === void 0 ? void 0 : { cause });
		this.facts = facts ?? {};
		this.notice = notice;
	}
	/** The path of the error's page in the documentation. */
	get docs() {
		return `/errors/${this.code.replaceAll("_", "-")}`;
	}
};
// packages/core/src/chain/InvalidAmountError.ts
const sentences = {
	notation: "it has to be digits with one point at most, such as 1.5",
	sign: "it must not be negative",
	decimals: "decimals have to be a whole number from 0 to 255",
	precision: "it has more digits after the point than the coin has decimals",
	length: "it has more than 256 characters"
};
/** A text that isn't an amount of the coin at hand. */
var InvalidAmountError = class extends FoyerError {
	name = "InvalidAmountError";
	code = "invalid_amount";
	constructor({ fault }) {
		super(`Invalid amount: ${sentences[fault]}.`, { facts: { fault } });
	}
};
// packages/core/src/chain/amount.ts
function refuseDecimals(decimals) {
	if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) throw new InvalidAmountError({ fault: "decimals" });
}
/**
* Writes an amount exactly, without zeros at its end; the inverse of {@link parseAmount}.
*
* @throws {@link InvalidAmountError}
* @example formatAmount({ value: 1500000000000000000n, decimals: 18 }) // '1.5'
*/
function formatAmount({ value, decimals }) {
	refuseDecimals(decimals);
	const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return `${value < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}
// packages/core/src/chain/ids.ts
/**
* The chain families that the kit knows [S1.10]: the namespaces of CAIP-2, plus `other` for a family that has no adapter of its own.
* @see https://namespaces.chainagnostic.org
*/
const families = [
	"eip155",
	"algorand",
	"solana",
	"bip122",
	"cosmos",
	"polkadot",
	"cip34",
	"elrond",
	"multiversx",
	"near",
	"tezos",
	"other"
];
/** Is this the name of a chain family? */
function isFamily(value) {
	return families.some((family) => family === value);
}
// packages/core/src/chain/caip.ts
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/;
/** Writes a CAIP-10 account id; the inverse of {@link parseAccountId}. */
function formatAccountId({ networkId, address }) {
	return `${networkId}:${address}`;
}
/** Whether a value is the CAIP-2 id of a known family's network [S5.21]. */
function isNetworkId(value) {
	if (typeof value !== "string") return false;
	const [namespace = "", reference = "", ...rest] = value.split(":");
	return rest.length === 0 && isFamily(namespace) && referencePattern.test(reference);
}
// apps/server/src/chains/chain.ts
const text$2 = (longest) => v.pipe(v.string(), v.minLength(1, "must not be empty"), v.maxLength(longest, `must have ${longest} characters at most`));
const HttpUrl = v.pipe(v.string(), v.url("must be an http or https address"), v.regex(/^https?:\/\//, "must be an http or https address"));
/** A picture a client may show: an https address, or nothing. */
const IconUrl = v.optional(v.union([HttpUrl, v.literal("")]), "");
const Decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36));
const EvmAddress = v.pipe(v.string(), v.startsWith("0x", "must be an address of 40 hex digits after 0x"), v.check((address) => isAddress({
	family: "eip155",
	address
}), "must be an address of 40 hex digits after 0x"));
/** A token whose balance is read of every account that is asked about. */
const TokenConfig = v.strictObject({
	address: EvmAddress,
	symbol: text$2(32),
	name: text$2(100),
	decimals: Decimals,
	iconUrl: IconUrl
});
/** A Uniswap V2 (or a copy of it) that prices are read from, in a coin that stands for the US dollar. */
const UniswapV2Config = v.strictObject({
	factory: EvmAddress,
	weth: EvmAddress,
	stable: v.strictObject({
		address: EvmAddress,
		decimals: Decimals
	})
});
const ChainId = v.custom(isNetworkId, "must be a CAIP-2 id such as \"eip155:1\"");
/** A network as configuration names it. */
const ChainConfig = v.strictObject({
	id: ChainId,
	name: text$2(100),
	nativeCurrency: v.strictObject({
		name: text$2(100),
		symbol: text$2(32),
		decimals: Decimals
	}),
	iconUrl: IconUrl,
	upstreams: v.pipe(v.array(HttpUrl), v.minLength(1, "must name at least one upstream"), v.maxLength(16)),
	tokens: v.optional(v.pipe(v.array(TokenConfig), v.maxLength(200)), []),
	uniswapV2: v.optional(UniswapV2Config)
});
/** The whole file of networks. */
const ChainsConfig = v.pipe(v.array(ChainConfig), v.check((chains) => new Set(chains.map(({ id }) => id)).size === chains.length, "must name each network once"));
// apps/server/src/limits/clientAddress.ts
/** Whether a text is an address or a network, such as `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isNetwork(text) {
	const [address = "", prefix, ...rest] = text.split("/");
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	return prefix === void 0 || /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
/**
* Finds who asks: the connection's other end, or, where that is a trusted proxy, the last address of `X-Forwarded-For`
* that isn't one. An IPv6 address counts as its /64, since a household has that many.
* @param options.trustedProxies - addresses and networks; none means that the header is never believed
*/
function createClientKey({ trustedProxies }) {
	const trusted = new BlockList();
	for (const network of trustedProxies) {
		const [address = "", prefix] = network.split("/");
		const family = isIP(address) === 6 ? "ipv6" : "ipv4";
		trusted.addSubnet(address, prefix === void 0 ? family === "ipv6" ? 128 : 32 : Number(prefix), family);
	}
	const isTrusted = (address) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
	return ({ remote, forwardedFor }) => {
		let client = unmapped(remote ?? "");
		const hops = (forwardedFor ?? "").split(",").map((hop) => unmapped(hop.trim()));
		while (isIP(client) !== 0 && isTrusted(client)) {
			const next = hops.pop();
			if (next === void 0 || isIP(next) === 0) break;
			client = next;
		}
		return isIP(client) === 6 ? networkOf(client) : client;
	};
}
/** A server that listens on IPv6 sees IPv4 clients as `::ffff:192.0.2.1`. */
const unmapped = (address) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
function networkOf(address) {
	const [head = "", tail] = new SocketAddress({
		address: address.replace(/%.*$/, ""),
		family: "ipv6"
	}).address.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === void 0 || tail === "" ? [] : tail.split(":");
	const zeros = tail === void 0 ? [] : Array(8 - before.length - after.length).fill("0");
	return `${[
		...before,
		...zeros,
		...after
	].slice(0, 4).join(":")}::/64`;
}
// apps/server/src/log/createLog.ts
const logLevels = [
	"fatal",
	"error",
	"warn",
	"info",
	"debug",
	"trace",
	"silent"
];
/**
* A structured log, one JSON object a line. Errors are told by their class, code and place only: a message of a driver
* holds values, and values are visitors' (F28).
*/
function createLog({ level, to }) {
	const options = {
		level,
		base: null,
		serializers: { error: describeError }
	};
	return to === void 0 ? pino(options) : pino(options, to);
}
function describeError(error, depth = 0) {
	if (!(error instanceof Error)) return {
		name: typeof error,
		at: []
	};
	const code = "code" in error && typeof error.code === "string" ? error.code : void 0;
	const at = (error.stack ?? "").split("\n").flatMap((line) => /^ {4}at .*/.exec(line) ?? []);
	const cause = error.cause === void 0 || depth > 4 ? void 0 : describeError(error.cause, depth + 1);
	return {
		name: error.name,
		code,
		at: at.slice(0, 8),
		cause
	};
}
// packages/core/src/wire/limits.ts
/** The longest that texts on the wire may be, in characters. Both sides refuse more. */
const limits = {
	projectId: 64,
	sdk: 128,
	clientId: 256,
	address: 128,
	caip2: 41,
	url: 2048,
	domain: 253,
	eventName: 64,
	eventText: 2048,
	stackTrace: 8192,
	eventProperties: 64,
	rpcMethod: 128,
	rpcBatch: 1e3
};
// packages/core/src/wire/balance.ts
const BalanceQuery = v.object({
	currency: v.literal("usd"),
	chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
	forceUpdate: v.optional(v.pipe(v.string(), v.maxLength(limits.url)))
});
const Balance = v.object({
	name: v.string(),
	symbol: v.string(),
	chainId: v.string(),
	address: v.optional(v.string()),
	value: v.optional(v.number()),
	price: v.number(),
	quantity: v.object({
		decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
		numeric: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/))
	}),
	iconUrl: v.string()
});
v.object({ balances: v.array(Balance) });
// packages/core/src/wire/event.ts
/** The rooms a failure can come from. */
const telemetryCategories = [
	"API_ERROR",
	"DATA_PARSING_ERROR",
	"SECURE_SITE_ERROR",
	"INTERNAL_SDK_ERROR"
];
const text$1 = (longest) => v.pipe(v.string(), v.maxLength(longest));
const telemetryProps = v.object({
	type: v.literal("error"),
	event: v.picklist(telemetryCategories),
	errorType: text$1(limits.eventName),
	errorMessage: text$1(limits.eventText),
	stackTrace: text$1(limits.stackTrace)
});
const trackProps = v.object({
	type: v.picklist(["track", "error"]),
	event: v.pipe(text$1(limits.eventName), v.regex(/^[A-Z0-9_]+$/)),
	properties: v.optional(v.pipe(v.record(text$1(limits.eventName), v.unknown()), v.maxEntries(limits.eventProperties))),
	address: v.optional(text$1(limits.address))
});
const EventBody = v.object({
	eventId: v.pipe(v.string(), v.uuid()),
	url: text$1(limits.url),
	domain: text$1(limits.domain),
	timestamp: v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.isoTimestamp())]),
	props: v.union([telemetryProps, trackProps])
});
// packages/core/src/wire/identity.ts
const IdentityQuery = v.object({ sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))) });
v.object({
	name: v.nullable(v.string()),
	avatar: v.nullable(v.string())
});
// packages/core/src/wire/isOriginAllowed.ts
/** An origin and nothing else: no path, no userinfo, nothing that URL parsing would silently mend (tabs, backslashes, escapes). */
const originShape = /^https?:\/\/[^\s/\\?#@%*]+$/i;
/** What `*.` may stand before: at least two labels, so that nobody allows a whole top-level domain. */
const wildcardShape = /^(?:(https?):\/\/)?\*\.([^\s/\\?#@%*:[\]]+\.[^\s/\\?#@%*:[\]]+)(?::(\d{1,5}))?$/i;
function parse$1(origin) {
	if (!originShape.test(origin) || !URL.canParse(origin)) return void 0;
	const url = new URL(origin);
	return url.hostname.split(".").includes("") ? void 0 : url;
}
function isAllowedBy({ origin, allowed }) {
	const wildcard = wildcardShape.exec(allowed);
	if (!wildcard) return parse$1(allowed.replace(/\/$/, ""))?.origin === origin.origin;
	const [, scheme = "https", domain = "", port] = wildcard;
	const parent = parse$1(`${scheme}://${domain}${port ? `:${port}` : ""}`);
	return parent !== void 0 && origin.protocol === parent.protocol && origin.port === parent.port && origin.hostname.endsWith(`.${parent.hostname}`);
}
/**
* Whether a page's origin is among those that a project allows [S5.5] [F12]: an exact origin, or `*.domain` for everything
* below a domain (https unless it says `http://*.domain`). Never a suffix, a look-alike, userinfo or `null`; international names
* are compared in their ASCII form, default ports are left out.
*
* @example
* isOriginAllowed({ origin: 'https://app.example.com', allowedOrigins: ['https://*.example.com'] }) // true
*/
function isOriginAllowed$1({ origin, allowedOrigins }) {
	const parsed = parse$1(origin);
	return parsed !== void 0 && allowedOrigins.some((allowed) => isAllowedBy({
		origin: parsed,
		allowed
	}));
}
// packages/core/src/wire/jsonRpc.ts
const id = v.nullable(v.union([v.pipe(v.number(), v.safeInteger()), v.string()]));
const JsonRpcRequest = v.object({
	jsonrpc: v.literal("2.0"),
	id,
	method: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.rpcMethod)),
	params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]))
});
v.pipe(v.array(JsonRpcRequest), v.minLength(1), v.maxLength(limits.rpcBatch));
const hasOutcome = (response) => Boolean(response.error) || response.result !== void 0;
const JsonRpcResponse = v.pipe(v.object({
	jsonrpc: v.optional(v.literal("2.0")),
	id,
	result: v.optional(v.unknown()),
	error: v.nullish(v.object({
		code: v.pipe(v.number(), v.integer()),
		message: v.string(),
		data: v.optional(v.unknown())
	}))
}), v.check(hasOutcome, "neither result nor error"));
// packages/core/src/wire/paths.ts
/** Where each call lives below its service's origin [S7.3 S7.4 S7.13 S7.27 S7.29 S7.31 S7.33]; a name after a colon is a path parameter. */
const paths = {
	supportedChains: "/v1/supported-chains",
	identity: "/v1/identity/:address",
	balance: "/v1/account/:address/balance",
	rpc: "/v1/",
	allowedOrigins: "/projects/v1/origins",
	analyticsConfig: "/getAnalyticsConfig",
	events: "/e"
};
// apps/server/src/projects/origins.ts
/** What a page calls itself on the developer's own machine, in the wire's patterns, where a star is any run of characters. */
const loopbackPatterns = [
	"http://localhost:*",
	"http://*.localhost:*",
	"http://127.0.0.1:*",
	"http://[::1]:*"
];
/**
* Whether a page of this origin may use the API in the project's name.
* @see S5.5, F12
*/
function isOriginAllowed({ origin, project: { allowedOrigins, development } }) {
	return isOriginAllowed$1({
		origin,
		allowedOrigins
	}) || development && isLoopback(origin);
}
/**
* Whether a text is an exact origin (`https://dapp.example`) or stands for all hosts below a domain
* (`https://*.dapp.example`; without a scheme, https): whatever else was meant, it would never match.
*/
function isOriginPattern(pattern) {
	const oneBelow = pattern.replace("*.", "a.");
	return isOriginAllowed$1({
		origin: oneBelow.includes("://") ? oneBelow : `https://${oneBelow}`,
		allowedOrigins: [pattern]
	});
}
/** What the kit compares its page with: the project's origins, and for a project in the making the own machine's. */
function originsToTell({ allowedOrigins, development }) {
	return development ? [...allowedOrigins, ...loopbackPatterns] : allowedOrigins;
}
function isLoopback(origin) {
	if (!/^http:\/\/[^/?#@\\\s%]+$/i.test(origin) || !URL.canParse(origin)) return false;
	const { hostname } = new URL(origin);
	return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]";
}
// apps/server/src/projects/project.ts
/** How a project id is written: letters, digits, `-` and `_`. */
const ProjectId = v.pipe(v.string(), v.regex(/^[\w-]+$/, "must be letters, digits, \"-\" and \"_\""), v.maxLength(limits.projectId, `must have ${limits.projectId} characters at most`));
const AllowedOrigin = v.pipe(v.string(), v.check(isOriginPattern, "must be an origin such as \"https://dapp.example\" or a pattern such as \"https://*.dapp.example\""));
/** A project as configuration names it; what is left out is off. */
const ProjectConfig = v.strictObject({
	id: ProjectId,
	name: v.pipe(v.string(), v.minLength(1, "must not be empty"), v.maxLength(100, "must have 100 characters at most")),
	allowedOrigins: v.optional(v.pipe(v.array(AllowedOrigin), v.maxLength(100)), []),
	analyticsEnabled: v.optional(v.boolean(), false),
	development: v.optional(v.boolean(), false)
});
// apps/server/src/config/config.ts
/** What holds where nothing is said. Listening on the own machine only is safe; a container says `0.0.0.0`. */
const defaults = {
	host: "127.0.0.1",
	port: 8787,
	dataDir: "data",
	logLevel: "info",
	rateLimit: {
		perSecond: 100,
		burst: 2e3
	},
	upstreamTimeoutMs: 5e3
};
// apps/server/src/config/readConfig.ts
const wholeNumber = ({ from, to }) => {
	const sentence = `must be a whole number from ${from} to ${to}`;
	return v.pipe(v.string(), v.regex(/^\d{1,9}$/, sentence), v.transform(Number), v.minValue(from, sentence), v.maxValue(to, sentence));
};
const listed = v.pipe(v.string(), v.transform((text) => text.split(",").map((part) => part.trim())));
/** Each variable; the messages go on after its name. */
const Environment = v.object({
	HOST: v.optional(v.pipe(v.string(), v.regex(/^[^\s/]+$/, "must be an address or a host name to listen on")), defaults.host),
	PORT: v.optional(wholeNumber({
		from: 0,
		to: 65535
	})),
	DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/.+/, "must be an address that begins with postgres://"))),
	DATA_DIR: v.optional(v.string()),
	LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(", ")}`), defaults.logLevel),
	CHAINS: v.optional(v.string()),
	PROJECTS: v.optional(v.string()),
	TRUSTED_PROXIES: v.optional(v.pipe(listed, v.everyItem(isNetwork, "must be addresses or networks such as \"10.0.0.0/8\", with commas between"))),
	RATE_LIMIT_PER_SECOND: v.optional(wholeNumber({
		from: 1,
		to: 1e6
	})),
	RATE_LIMIT_BURST: v.optional(wholeNumber({
		from: 1,
		to: 1e6
	})),
	UPSTREAM_TIMEOUT_MS: v.optional(wholeNumber({
		from: 1,
		to: 6e4
	}))
});
/**
* Reads the environment and the files that it names. All that is wrong is told at once, and never with its value, which
* may be a password.
* @throws {@link ConfigError}
*/
async function readConfig(env) {
	const said = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== void 0 && value !== ""));
	const parsed = v.safeParse(Environment, said);
	const problems = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`);
	if (said.DATABASE_URL !== void 0 && said.DATA_DIR !== void 0) problems.push("DATABASE_URL and DATA_DIR are both set: keep the one where the data is to live.");
	const chains = await readPart({
		name: "CHAINS",
		schema: ChainsConfig,
		text: () => readFileOf(said.CHAINS),
		problems
	});
	const projects = await readPart({
		name: "PROJECTS",
		schema: v.array(ProjectConfig),
		text: async () => said.PROJECTS,
		problems
	});
	if (!parsed.success || problems.length > 0) throw new ConfigError({ problems });
	return toConfig({
		env: parsed.output,
		chains,
		projects
	});
}
function toConfig({ env, ...parts }) {
	const database = env.DATABASE_URL === void 0 ? {
		kind: "directory",
		path: env.DATA_DIR ?? defaults.dataDir
	} : {
		kind: "postgres",
		url: env.DATABASE_URL
	};
	return {
		...parts,
		database,
		host: env.HOST,
		port: env.PORT ?? defaults.port,
		logLevel: env.LOG_LEVEL,
		trustedProxies: env.TRUSTED_PROXIES ?? [],
		rateLimit: {
			perSecond: env.RATE_LIMIT_PER_SECOND ?? defaults.rateLimit.perSecond,
			burst: env.RATE_LIMIT_BURST ?? defaults.rateLimit.burst
		},
		upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS ?? defaults.upstreamTimeoutMs
	};
}
/** Reads a list that is written as JSON. */
async function readPart({ name, schema, text, problems }) {
	const json = await text().catch((error) => {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
		problems.push(`${name} names a file that can't be read (${code}).`);
	});
	if (json === void 0) return [];
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson({}, "is not JSON"), schema), json);
	if (parsed.success) return parsed.output;
	problems.push(...parsed.issues.slice(0, 10).map((issue) => `${name}: ${placeOf(issue)}${sentenceOf(issue)}.`));
	return [];
}
function placeOf(issue) {
	const place = v.getDotPath(issue);
	return place === null ? "the whole " : `"${place}" `;
}
/** valibot's own sentences repeat what was received; ours don't. */
function sentenceOf({ kind, message, expected, received }) {
	if (kind === "schema" && received === "undefined") return "is missing";
	if (kind === "schema" && expected === "never") return "is not known";
	return message.startsWith("Invalid ") ? `must be ${expected ?? "different"}` : message;
}
async function readFileOf(path) {
	return path === void 0 ? void 0 : readFile(path, "utf8");
}
// apps/server/src/db/DatabaseError.ts
/** The database can't be opened, brought up to date or asked. The message never holds its address or password. */
var DatabaseError = class extends Error {
	name = "DatabaseError";
	code;
	constructor({ code, message, cause }) {
		super(message, { cause });
		this.code = code;
	}
};
// apps/server/src/listen.ts
/** The port can't be listened on. */
var PortError = class extends Error {
	name = "PortError";
	code = "port";
	constructor({ host, port, cause }) {
		const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
		super(`The server can't listen on ${host}, port ${port} (${reason}). ${reason === "EADDRINUSE" ? "Another program holds it: stop that one, or set PORT to another." : "Set HOST and PORT to what this machine lets the server have."}`, { cause });
	}
};
/** Longer than a load balancer keeps a connection (60 s is usual), so that it never sends into one that is just closing. */
const keepAliveTimeout = 65e3;
/** Answers a port with an app. @throws {@link PortError} */
async function listen({ fetch, host, port, closeLimitMs = 1e4 }) {
	const server = createAdaptorServer({
		fetch,
		hostname: host,
		serverOptions: { keepAliveTimeout }
	});
	let closing = false;
	server.on("request", (_, response) => {
		response.once("close", () => {
			if (closing) setImmediate(() => closeIdle(server));
		});
	});
	await new Promise((resolve, reject) => {
		server.once("error", (cause) => reject(new PortError({
			host,
			port,
			cause
		})));
		server.listen(port, host, resolve);
	});
	const address = server.address();
	const bound = typeof address === "object" && address !== null ? address.port : port;
	return {
		url: `http://${reachable(host)}:${bound}`,
		port: bound,
		close: () => {
			closing = true;
			return closeWithin({
				server,
				limitMs: closeLimitMs
			});
		}
	};
}
function closeWithin({ server, limitMs }) {
	return new Promise((resolve, reject) => {
		let finished = true;
		const limit = setTimeout(() => {
			finished = false;
			if ("closeAllConnections" in server) server.closeAllConnections();
		}, limitMs);
		server.close((error) => {
			clearTimeout(limit);
			if (error) reject(error);
			else resolve(finished);
		});
		closeIdle(server);
	});
}
function closeIdle(server) {
	if ("closeIdleConnections" in server) server.closeIdleConnections();
}
/** An address that stands for all of the machine's isn't one to call. */
function reachable(host) {
	if (host === "0.0.0.0" || host === "::") return "localhost";
	return host.includes(":") ? `[${host}]` : host;
}
// apps/server/src/errors/ApiError.ts
/** The base of every refusal that a client is told. Its message is for clients, so it never holds what another client sent. */
var ApiError = class extends Error {
	name = "ApiError";
	code;
	status;
	reasons;
	headers;
	constructor({ code, status, reasons, headers, cause }) {
		super(reasons[0].description, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.status = status;
		this.reasons = reasons;
		this.headers = headers ?? {};
	}
};
// apps/server/src/errors/refusals.ts
/** A field is missing or malformed; each reason names its field. */
var InvalidInputError = class extends ApiError {
	name = "InvalidInputError";
	constructor({ reasons }) {
		super({
			code: "invalid_input",
			status: 400,
			reasons
		});
	}
};
/** The project id is missing or unknown. The sentence is the one that clients look for. @see S8.29 */
var InvalidKeyError = class extends ApiError {
	name = "InvalidKeyError";
	constructor() {
		super({
			code: "invalid_key",
			status: 401,
			reasons: [{
				name: "projectId",
				description: "Unauthorized: invalid key"
			}]
		});
	}
};
/** The page's origin isn't one of the project's. The sentence is the one that clients look for. @see S8.29 */
var OriginNotAllowedError = class extends ApiError {
	name = "OriginNotAllowedError";
	constructor() {
		super({
			code: "origin_not_allowed",
			status: 403,
			reasons: [{
				name: "origin",
				description: "Unauthorized: origin not allowed"
			}]
		});
	}
};
/** Asked too often. */
var RateLimitedError = class extends ApiError {
	name = "RateLimitedError";
	constructor({ retryAfterSeconds }) {
		super({
			code: "rate_limited",
			status: 429,
			reasons: [{
				name: "rate",
				description: `Too many requests. Try again in ${retryAfterSeconds} s.`
			}],
			headers: { "Retry-After": String(retryAfterSeconds) }
		});
	}
};
/** The body is larger than the route takes. */
var BodyTooLargeError = class extends ApiError {
	name = "BodyTooLargeError";
	constructor({ limitBytes }) {
		super({
			code: "body_too_large",
			status: 413,
			reasons: [{
				name: "body",
				description: `The body is larger than ${limitBytes} bytes.`
			}]
		});
	}
};
/** The body is neither JSON nor text. */
var UnsupportedContentError = class extends ApiError {
	name = "UnsupportedContentError";
	constructor() {
		super({
			code: "unsupported_content",
			status: 415,
			reasons: [{
				name: "content-type",
				description: "Send JSON as application/json or text/plain."
			}]
		});
	}
};
/** The network isn't one that this server knows. */
var UnknownChainError = class extends ApiError {
	name = "UnknownChainError";
	constructor() {
		super({
			code: "unknown_chain",
			status: 400,
			reasons: [{
				name: "chainId",
				description: "This network isn't offered. GET /v1/supported-chains lists those that are."
			}]
		});
	}
};
/** Nothing stands at this address. */
var NotFoundError = class extends ApiError {
	name = "NotFoundError";
	constructor() {
		super({
			code: "not_found",
			status: 404,
			reasons: [{
				name: "path",
				description: "Nothing is found at this address."
			}]
		});
	}
};
/** A network's nodes don't answer. */
var ChainUnavailableError = class extends ApiError {
	name = "ChainUnavailableError";
	constructor({ chainId, cause }) {
		super({
			code: "chain_unavailable",
			status: 502,
			reasons: [{
				name: "chainId",
				description: `The network ${chainId} doesn't answer at the moment.`
			}],
			cause
		});
	}
};
// apps/server/src/errors/renderError.ts
/**
* The one place that writes a refusal, in the shape that clients of the wire read: `{ status, reasons }`.
* @see facts of the wire: `reasons[0].description` is what a client shows
*/
function renderError(c, error) {
	const body = {
		status: "FAILED",
		reasons: error.reasons
	};
	return c.json(body, error.status, { ...error.headers });
}
// apps/server/src/routes/authorize.ts
/**
* Finds the project of a request and counts the request. A call without an `Origin` comes from no page, so no page's rules
* apply to it: a project id says in whose name one asks, it isn't a key.
* @throws {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError}
*/
function authorize({ services, origins }) {
	const { projects, rateLimit, clientKey } = services;
	return async (c, next) => {
		const client = clientKey({
			remote: c.env?.incoming?.socket.remoteAddress,
			forwardedFor: c.req.header("x-forwarded-for")
		});
		const id = c.req.query("projectId");
		const project = v.is(ProjectId, id) ? await projects.find(id) : null;
		const retryAfterSeconds = rateLimit.take({ key: `${client} ${project?.id ?? ""}` });
		if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds });
		if (project === null) throw new InvalidKeyError();
		const origin = c.req.header("origin");
		if (origins === "own" && origin !== void 0 && !isOriginAllowed({
			origin,
			project
		})) throw new OriginNotAllowedError();
		c.set("project", project);
		c.set("client", client);
		await next();
	};
}
// apps/server/src/routes/parse.ts
/**
* Parses one part of a request with a schema, so that a route only ever sees what fits.
* @throws {@link InvalidInputError} whose reasons name each bad field
*/
const parse = (target, schema) => validator(target, (value) => parseWith({
	schema,
	value,
	whole: target
}));
/** @throws {@link InvalidInputError} whose reasons name each bad field, or `whole` where it is none of its fields */
function parseWith({ schema, value, whole }) {
	const parsed = v.safeParse(schema, value);
	if (parsed.success) return parsed.output;
	const [first, ...rest] = parsed.issues;
	const reason = (issue) => ({
		name: v.getDotPath(issue) ?? whole,
		description: describe$1(issue)
	});
	throw new InvalidInputError({ reasons: [reason(first), ...rest.slice(0, 9).map(reason)] });
}
/** Says what was expected and never repeats what came: an answer may end up in somebody's log. */
function describe$1(issue) {
	const { kind, expected, message, received } = issue;
	if (kind === "schema" && received === "undefined") return "Is missing.";
	if (message.startsWith("Invalid ")) return expected === null ? "Isn't as expected." : `Expected ${expected}.`;
	return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
// apps/server/src/routes/blockchain.ts
const Address = v.object({ address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%a-zA-Z0-9]+$/, "isn't an address")) });
/** What the networks know of accounts. @see S7.3, S7.4, S7.13 */
function blockchain(services) {
	const { balances, chains, identities } = services;
	const authorized = authorize({
		services,
		origins: "own"
	});
	return new Hono().get(paths.supportedChains, authorized, (c) => c.json({
		http: chains.all.map(({ id }) => id),
		ws: []
	})).get(paths.identity, authorized, parse("param", Address), parse("query", IdentityQuery), async (c) => {
		const { address } = c.req.valid("param");
		return c.json(await identities.of({
			address,
			signal: c.req.raw.signal
		}));
	}).get(paths.balance, authorized, parse("param", Address), parse("query", BalanceQuery), async (c) => {
		const { address } = c.req.valid("param");
		const { chainId } = c.req.valid("query");
		const held = await balances.of({
			address,
			chainId,
			signal: c.req.raw.signal
		});
		return c.json({ balances: held });
	});
}
// apps/server/src/routes/crossOrigin.ts
/**
* Lets pages of other origins read what they are answered. Whether they are answered is decided by `authorize`; the
* refusal must be readable too, or the page couldn't tell its developer which of the two is missing, the project or the
* origin. Credentials are never allowed, so no answer depends on who is signed in anywhere.
* @see S8.22, S8.29
*/
const crossOrigin = async (c, next) => {
	const origin = c.req.header("origin");
	c.header("Vary", "Origin");
	if (origin !== void 0) {
		c.header("Access-Control-Allow-Origin", origin);
		c.header("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
	}
	if (c.req.method !== "OPTIONS") return next();
	c.header("Access-Control-Allow-Methods", "GET, POST");
	c.header("Access-Control-Allow-Headers", "Content-Type");
	c.header("Access-Control-Max-Age", "600");
	return c.body(null, 204);
};
// apps/server/src/routes/health.ts
/** `/healthz`: the process answers. `/readyz`: the database does too, so that requests may be sent here. */
function health({ database }) {
	return new Hono().get("/healthz", (c) => c.json({ status: "ok" })).get("/readyz", async (c) => {
		try {
			await database.ping();
		} catch (cause) {
			throw new ApiError({
				code: "not_ready",
				status: 503,
				reasons: [{
					name: "database",
					description: "The database doesn't answer."
				}],
				cause
			});
		}
		return c.json({ status: "ok" });
	});
}
// apps/server/src/events/refuseUnstorable.ts
/** The largest year that both sides write the same way; a clock beyond it is wrong anyway. */
const latest = Date.parse("9999-12-31T23:59:59.999Z");
/**
* Refuses what the database couldn't hold: PostgreSQL's text has neither a zero character nor half of a surrogate pair.
* @throws {@link InvalidInputError}
*/
function refuseUnstorable({ domain, timestamp, props }) {
	if (!(new Date(timestamp).getTime() <= latest)) refuse({
		name: "timestamp",
		description: "Is no time."
	});
	for (const [name, value] of Object.entries({
		domain,
		props
	})) if (!isText(value)) refuse({
		name,
		description: "Holds characters that text has not."
	});
}
function refuse(reason) {
	throw new InvalidInputError({ reasons: [reason] });
}
/** Written as JSON, both kinds of characters are escapes; an even number of backslashes before them would be text. */
const isText = (value) => !/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(JSON.stringify(value));
// apps/server/src/routes/body.ts
/**
* Lets bodies of JSON through, also as text: that needs no preflight, so it is what clients send.
* @throws {@link UnsupportedContentError} · {@link BodyTooLargeError}
*/
function takeJson({ limitBytes }) {
	const tooLarge = () => {
		throw new BodyTooLargeError({ limitBytes });
	};
	const limit = bodyLimit({
		maxSize: limitBytes,
		onError: tooLarge
	});
	return async (c, next) => {
		const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
		if (type !== void 0 && type !== "application/json" && type !== "text/plain") throw new UnsupportedContentError();
		await limit(c, next);
	};
}
/** @returns undefined for what isn't JSON, which JSON itself can't say */
function readJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// apps/server/src/routes/project.ts
const limitBytes$1 = 65536;
/** What holds for a project, and what its dapps tell. @see S7.27–S7.32 */
function project(services) {
	const own = authorize({
		services,
		origins: "own"
	});
	const any = authorize({
		services,
		origins: "any"
	});
	return new Hono().get(paths.allowedOrigins, any, (c) => c.json({ allowedOrigins: originsToTell(c.var.project) })).get(paths.analyticsConfig, own, (c) => c.json({ isAnalyticsEnabled: c.var.project.analyticsEnabled })).post(paths.events, own, takeJson({ limitBytes: limitBytes$1 }), async (c) => {
		const event = parseWith({
			schema: EventBody,
			value: readJson(await c.req.text()),
			whole: "body"
		});
		refuseUnstorable(event);
		const stored = await services.events.take({
			project: c.var.project,
			event,
			client: c.var.client
		});
		return c.json({ stored }, 202);
	});
}
// apps/server/src/routes/requestLog.ts
/**
* Gives each request an id, which the answer carries, and writes one line about it: its route's pattern, never its path,
* query, body or sender. The id is always the server's own, since a client's could hold anything.
* @see F28
*/
function requestLog({ log, now, requestId }) {
	return async (c, next) => {
		const startedAt = now();
		const id = requestId();
		c.set("requestId", id);
		c.header("X-Request-Id", id);
		c.header("X-Content-Type-Options", "nosniff");
		c.header("Cache-Control", "no-store");
		await next();
		const { project, chainId } = c.var;
		const route = routePath(c, -1);
		const facts = {
			requestId: id,
			method: c.req.method,
			route,
			status: c.res.status,
			ms: now() - startedAt
		};
		log.info({
			...facts,
			project: project?.id,
			chainId
		}, "answered");
	};
}
// apps/server/src/chains/methods.ts
/**
* What the proxy passes on: reads, and transactions that a wallet has signed. Nothing that signs with a node's own keys,
* looks into a node or changes it.
*/
const allowed = /* @__PURE__ */ new Map([
	["eip155", /* @__PURE__ */ new Set([
		"eth_blobBaseFee",
		"eth_blockNumber",
		"eth_call",
		"eth_chainId",
		"eth_createAccessList",
		"eth_estimateGas",
		"eth_feeHistory",
		"eth_gasPrice",
		"eth_getBalance",
		"eth_getBlockByHash",
		"eth_getBlockByNumber",
		"eth_getBlockReceipts",
		"eth_getBlockTransactionCountByHash",
		"eth_getBlockTransactionCountByNumber",
		"eth_getCode",
		"eth_getFilterChanges",
		"eth_getFilterLogs",
		"eth_getLogs",
		"eth_getProof",
		"eth_getStorageAt",
		"eth_getTransactionByBlockHashAndIndex",
		"eth_getTransactionByBlockNumberAndIndex",
		"eth_getTransactionByHash",
		"eth_getTransactionCount",
		"eth_getTransactionReceipt",
		"eth_getUncleCountByBlockHash",
		"eth_getUncleCountByBlockNumber",
		"eth_maxPriorityFeePerGas",
		"eth_newBlockFilter",
		"eth_newFilter",
		"eth_newPendingTransactionFilter",
		"eth_sendRawTransaction",
		"eth_syncing",
		"eth_uninstallFilter",
		"net_version",
		"web3_clientVersion"
	])],
	["solana", /* @__PURE__ */ new Set([
		"getAccountInfo",
		"getBalance",
		"getBlockHeight",
		"getBlockTime",
		"getEpochInfo",
		"getFeeForMessage",
		"getGenesisHash",
		"getHealth",
		"getLatestBlockhash",
		"getMinimumBalanceForRentExemption",
		"getMultipleAccounts",
		"getProgramAccounts",
		"getRecentPrioritizationFees",
		"getSignatureStatuses",
		"getSignaturesForAddress",
		"getSlot",
		"getTokenAccountBalance",
		"getTokenAccountsByOwner",
		"getTokenSupply",
		"getTransaction",
		"getVersion",
		"isBlockhashValid",
		"sendTransaction",
		"simulateTransaction"
	])],
	["bip122", /* @__PURE__ */ new Set([
		"estimatesmartfee",
		"getbestblockhash",
		"getblock",
		"getblockchaininfo",
		"getblockcount",
		"getblockhash",
		"getblockheader",
		"getmempoolentry",
		"getrawtransaction",
		"gettxout",
		"sendrawtransaction",
		"testmempoolaccept"
	])],
	["near", /* @__PURE__ */ new Set([
		"EXPERIMENTAL_protocol_config",
		"EXPERIMENTAL_tx_status",
		"block",
		"broadcast_tx_async",
		"broadcast_tx_commit",
		"chunk",
		"gas_price",
		"network_info",
		"query",
		"send_tx",
		"status",
		"tx",
		"validators"
	])]
]);
const sending = /* @__PURE__ */ new Set([
	"eth_sendRawTransaction",
	"sendTransaction",
	"sendrawtransaction",
	"broadcast_tx_async",
	"broadcast_tx_commit",
	"send_tx"
]);
/** Whether the proxy passes a method on to a network of this family; of a family without a list it passes nothing. */
function isMethodAllowed({ family, method }) {
	return allowed.get(family)?.has(method) ?? false;
}
/** Whether a method sends something that must not be sent a second time on a guess. @see F22 */
function isSending(method) {
	return sending.has(method);
}
// apps/server/src/chains/UpstreamError.ts
/** A node of a network gave no usable answer. The message names its host and no more: its path may hold a key. */
var UpstreamError = class extends Error {
	name = "UpstreamError";
	code;
	/** whether the node may have got the request */
	delivered;
	/** when the node said to come again */
	retryAfterMs;
	constructor({ code, host, delivered, retryAfterMs, cause }) {
		super(`The node at ${host} gave no usable answer (${code}).`, { cause });
		this.code = code;
		this.delivered = delivered;
		this.retryAfterMs = retryAfterMs;
	}
};
// apps/server/src/chains/rpcProxy.ts
/** How many requests a body holds, before it is known to be well-formed. */
const countRequests = (body) => Array.isArray(body) ? body.length : 1;
/**
* Passes JSON-RPC on to a network: a request or a batch. Requests that the server refuses are answered here, in their
* place; the others travel together. The ids are the caller's own, whatever they are.
* @param request.body - parsed JSON, or undefined for what wasn't
* @throws the signal's reason
* @see S7.33, S7.35; JSON-RPC 2.0
*/
async function passOn({ chain, body, signal }) {
	const fault = faultOf(body);
	if (fault !== void 0) return {
		status: 400,
		body: failure({
			id: null,
			error: fault
		})
	};
	const isBatch = Array.isArray(body);
	const entries = (isBatch ? body : [body]).map((entry) => judge({
		entry,
		chain
	}));
	const calls = entries.flatMap(({ call }) => call ?? []);
	const answered = (outcomes) => {
		const rest = outcomes.values();
		const responses = entries.map(({ id, call, error }) => {
			const outcome = call === void 0 ? { error } : rest.next().value;
			return outcome !== void 0 && "result" in outcome ? {
				jsonrpc: "2.0",
				id,
				result: outcome.result
			} : failure({
				id,
				error: outcome?.error ?? internal
			});
		});
		return isBatch ? responses : responses[0];
	};
	if (calls.length === 0) return {
		status: 200,
		body: answered([])
	};
	try {
		return {
			status: 200,
			body: answered(await chain.request({
				calls,
				signal
			}))
		};
	} catch (cause) {
		if (!(cause instanceof UpstreamError)) throw cause;
		if (cause.code !== "limited") return {
			status: 502,
			body: answered(calls.map(() => ({ error: unavailable }))),
			cause
		};
		const retryAfterSeconds = Math.max(1, Math.ceil((cause.retryAfterMs ?? 0) / 1e3));
		return {
			status: 429,
			body: answered(calls.map(() => ({ error: limited }))),
			retryAfterSeconds,
			cause
		};
	}
}
const internal = {
	code: -32603,
	message: "Internal error."
};
const unavailable = {
	code: -32002,
	message: "The network's nodes don't answer at the moment."
};
const limited = {
	code: -32005,
	message: "The network's nodes ask to be called less often."
};
/** What is wrong with the body as a whole. */
function faultOf(body) {
	if (body === void 0) return {
		code: -32700,
		message: "The body isn't JSON."
	};
	if (!Array.isArray(body)) return void 0;
	if (body.length === 0) return {
		code: -32600,
		message: "A batch holds at least one request."
	};
	if (body.length <= limits.rpcBatch) return void 0;
	return {
		code: -32600,
		message: `A batch holds at most ${limits.rpcBatch} requests.`
	};
}
function judge({ entry, chain }) {
	const parsed = v.safeParse(JsonRpcRequest, entry);
	if (!parsed.success) {
		const [issue] = parsed.issues;
		return {
			id: null,
			error: {
				code: -32600,
				message: `Not a JSON-RPC 2.0 request: see "${v.getDotPath(issue) ?? "request"}".`
			}
		};
	}
	const { output: call } = parsed;
	const [family = ""] = chain.id.split(":");
	if (isMethodAllowed({
		family,
		method: call.method
	})) return {
		id: call.id,
		call,
		error: internal
	};
	return {
		id: call.id,
		error: {
			code: -32601,
			message: "This server doesn't pass that method on."
		}
	};
}
const failure = ({ id, error }) => ({
	jsonrpc: "2.0",
	id,
	error
});
// apps/server/src/routes/rpc.ts
/** A thousand requests of an ordinary size; a signed transaction has 128 kB at most on most networks. */
const limitBytes = 1048576;
const Query = v.object({ chainId: v.pipe(v.string(), v.maxLength(limits.caip2)) });
/** JSON-RPC to the networks. @see S7.33, S7.35 */
function rpc(services) {
	const { chains, log, rateLimit } = services;
	return new Hono().on("POST", ["/v1", "/v1/"], authorize({
		services,
		origins: "own"
	}), takeJson({ limitBytes }), async (c) => {
		const chain = chains.get(parseWith({
			schema: Query,
			value: c.req.query(),
			whole: "query"
		}).chainId);
		c.set("chainId", chain.id);
		const body = readJson(await c.req.text());
		const more = countRequests(body) - 1;
		const wait = more < 1 ? null : rateLimit.take({
			key: `${c.var.client} ${c.var.project.id}`,
			cost: more
		});
		if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait });
		const answer = await passOn({
			chain,
			body,
			signal: c.req.raw.signal
		});
		if (answer.cause) log.warn({
			requestId: c.var.requestId,
			chainId: chain.id,
			error: answer.cause
		}, "no node answered");
		if (answer.retryAfterSeconds !== void 0) c.header("Retry-After", String(answer.retryAfterSeconds));
		return c.newResponse(JSON.stringify(answer.body), answer.status, { "Content-Type": "application/json" });
	});
}
// apps/server/src/app.ts
/**
* The whole API as a value: give it a request, it gives an answer. A port is only one way to call it.
* @example
* const answer = await createApp(services).request('/healthz')
*/
function createApp(services) {
	const { log } = services;
	return new Hono().use(requestLog(services), crossOrigin).route("/", health(services)).route("/", rpc(services)).route("/", blockchain(services)).route("/", project(services)).notFound((c) => renderError(c, new NotFoundError())).onError((error, c) => {
		const { requestId } = c.var;
		if (error instanceof ApiError) {
			if (error.status >= 500) log.error({
				requestId,
				error
			}, "could not answer");
			return renderError(c, error);
		}
		if (c.req.raw.signal.aborted) return renderError(c, new ApiError({
			code: "given_up",
			status: 408,
			reasons: [{
				name: "request",
				description: "The request was given up."
			}]
		}));
		log.error({
			requestId,
			error
		}, "failed");
		return renderError(c, new ApiError({
			code: "internal",
			status: 500,
			reasons: [{
				name: "server",
				description: "The server failed. Its log has the request id."
			}]
		}));
	});
}
// apps/server/src/chains/contractCall.ts
/**
* A read of a contract whose inputs are addresses and whose outputs are numbers or addresses: all that is needed for
* balances and pools, without a chain library.
* @param call.selector - the first four bytes of the hash of the function's signature
* @see the Solidity ABI: each value fills 32 bytes
*/
function contractCall({ to, selector, addresses }) {
	return {
		method: "eth_call",
		params: [{
			to,
			data: `${selector}${addresses.map((address) => address.slice(2).toLowerCase().padStart(64, "0")).join("")}`
		}, "latest"]
	};
}
/** @returns the 32-byte words of an answer as numbers; null for an error, or for an address without such a contract */
function readWords({ outcome, count }) {
	if (outcome === void 0 || "error" in outcome) return null;
	const { result } = outcome;
	if (typeof result !== "string" || !/^0x[0-9a-f]*$/i.test(result) || result.length < 2 + 64 * count) return null;
	return Array.from({ length: count }, (_, index) => BigInt(`0x${result.slice(2 + 64 * index, 66 + 64 * index)}`));
}
/** @returns a JSON-RPC quantity; null for anything else */
function readQuantity(outcome) {
	if (outcome === void 0 || "error" in outcome) return null;
	const { result } = outcome;
	return typeof result === "string" && /^0x[0-9a-f]{1,64}$/i.test(result) ? BigInt(result) : null;
}
/** An address out of a word. */
const wordToAddress = (word) => `0x${word.toString(16).padStart(40, "0")}`;
const wethDecimals = 18;
/**
* Reads prices off a Uniswap V2: of a token from its pool with the stable coin, else from its pool with WETH. The stable
* coin is taken as one dollar. This is what a swap of a very small amount would give; on a thin pool anyone can move it,
* so it serves to show a value and nothing else.
* @throws UpstreamError when the network doesn't answer
*/
async function uniswapV2Prices({ chain, market, tokens, signal }) {
	const stable = normal(market.stable);
	const weth = normal({
		address: market.weth,
		decimals: wethDecimals
	});
	const others = tokens.map(normal).filter(({ address }) => address !== stable.address && address !== weth.address);
	const routes = [{
		token: weth,
		against: stable
	}, ...others.flatMap((token) => [{
		token,
		against: stable
	}, {
		token,
		against: weth
	}])];
	const ratios = await readRatios({
		chain,
		pairs: await findPairs({
			chain,
			factory: market.factory,
			routes,
			signal
		}),
		signal
	});
	const prices = /* @__PURE__ */ new Map([[stable.address, 10n ** BigInt(18)]]);
	for (const { token, against, ratio } of ratios) {
		const unit = prices.get(against.address);
		if (unit !== void 0 && !prices.has(token.address)) prices.set(token.address, ratio * unit / one);
	}
	return prices;
}
const one = 10n ** BigInt(18);
const normal = ({ address, decimals }) => ({
	address: address.toLowerCase(),
	decimals
});
async function findPairs({ chain, factory, routes, signal }) {
	const getPair = "0xe6a43905";
	const calls = routes.map(({ token, against }) => contractCall({
		to: factory,
		selector: getPair,
		addresses: [token.address, against.address]
	}));
	const outcomes = await chain.request({
		calls,
		signal
	});
	return routes.flatMap((route, index) => {
		const word = readWords({
			outcome: outcomes[index],
			count: 1
		})?.[0] ?? 0n;
		return word === 0n ? [] : [{
			...route,
			pair: wordToAddress(word)
		}];
	});
}
async function readRatios({ chain, pairs, signal }) {
	if (pairs.length === 0) return [];
	const getReserves = "0x0902f1ac";
	const calls = pairs.map(({ pair }) => contractCall({
		to: pair,
		selector: getReserves,
		addresses: []
	}));
	const outcomes = await chain.request({
		calls,
		signal
	});
	return pairs.flatMap((pair, index) => ratioOf({
		pair,
		outcome: outcomes[index]
	}) ?? []);
}
function ratioOf({ pair, outcome }) {
	const { token, against } = pair;
	const [reserve0 = 0n, reserve1 = 0n] = readWords({
		outcome,
		count: 2
	}) ?? [];
	if (reserve0 === 0n || reserve1 === 0n) return void 0;
	const [own, other] = token.address < against.address ? [reserve0, reserve1] : [reserve1, reserve0];
	return {
		token,
		against,
		ratio: other * 10n ** BigInt(token.decimals) * one / (own * 10n ** BigInt(against.decimals))
	};
}
// apps/server/src/balances/balances.ts
function createBalances({ chains }) {
	return { async of({ address, chainId, signal }) {
		const asked = chainId === void 0 ? chains.all.filter(isEvm) : [chains.get(chainId)];
		if (!asked.every(isEvm)) throw new InvalidInputError({ reasons: [onlyEvm] });
		if (!isAddress({
			family: "eip155",
			address
		})) throw new InvalidInputError({ reasons: [noAddress] });
		const account = address.startsWith("0x") ? address : `0x${address}`;
		return (await Promise.all(asked.map((chain) => onChain({
			chain,
			account,
			signal
		})))).flat();
	} };
}
const onlyEvm = {
	name: "chainId",
	description: "Balances are read of eip155 networks only."
};
const noAddress = {
	name: "address",
	description: "Isn't an address of 40 hex digits."
};
const isEvm = ({ id }) => id.startsWith("eip155:");
async function onChain({ chain, account, signal }) {
	try {
		const [held, prices] = await Promise.all([readHoldings({
			chain,
			account,
			signal
		}), readPrices({
			chain,
			signal
		})]);
		return held.map((holding) => toBalance({
			chain,
			holding,
			prices
		}));
	} catch (cause) {
		if (cause instanceof UpstreamError) throw new ChainUnavailableError({
			chainId: chain.id,
			cause
		});
		throw cause;
	}
}
const balanceOf = "0x70a08231";
async function readHoldings({ chain, account, signal }) {
	const calls = [{
		method: "eth_getBalance",
		params: [account, "latest"]
	}, ...chain.tokens.map(({ address }) => contractCall({
		to: address,
		selector: balanceOf,
		addresses: [account]
	}))];
	const [native, ...ofTokens] = await chain.request({
		calls,
		signal
	});
	const amount = readQuantity(native);
	if (amount === null) throw new ChainUnavailableError({
		chainId: chain.id,
		cause: /* @__PURE__ */ new Error("The node gave no native balance.")
	});
	const tokens = chain.tokens.map((token, index) => {
		const [held = 0n] = readWords({
			outcome: ofTokens[index],
			count: 1
		}) ?? [];
		return {
			token,
			amount: held
		};
	});
	return [{
		token: null,
		amount
	}, ...tokens.filter((holding) => holding.amount > 0n)];
}
async function readPrices({ chain, signal }) {
	const { uniswapV2: market, tokens } = chain;
	return market === void 0 ? /* @__PURE__ */ new Map() : uniswapV2Prices({
		chain,
		market,
		tokens,
		signal
	});
}
function toBalance({ chain, holding, prices }) {
	const { token, amount } = holding;
	const { name, symbol, decimals } = token ?? chain.nativeCurrency;
	const pricedAs = token?.address ?? chain.uniswapV2?.weth;
	const price = pricedAs === void 0 ? void 0 : prices.get(pricedAs.toLowerCase());
	return {
		name,
		symbol,
		chainId: chain.id,
		...token !== null && { address: formatAccountId({
			networkId: chain.id,
			address: token.address
		}) },
		...worth({
			amount,
			decimals,
			price
		}),
		quantity: {
			decimals: String(decimals),
			numeric: formatAmount({
				value: amount,
				decimals
			})
		},
		iconUrl: token?.iconUrl ?? chain.iconUrl
	};
}
/**
* The wire has numbers here, so this is where exact amounts end: for showing, never for sending. A price that isn't known
* can't be left out there, so it is 0 and there is no `value`; a known price always comes with a `value`.
*/
function worth({ amount, decimals, price }) {
	if (price === void 0) return { price: 0 };
	const value = amount * price / 10n ** BigInt(decimals);
	const toNumber = (exact) => Number(formatAmount({
		value: exact,
		decimals: 18
	}));
	return {
		price: toNumber(price),
		value: toNumber(value)
	};
}
// apps/server/src/chains/deadline.ts
/**
* Aborts when the given signal does, or after a time. Not `AbortSignal.any` with `AbortSignal.timeout`: on Node 20 the
* timer's signal is held by nothing, and where it is collected the wait has no end.
* @see https://github.com/nodejs/node/issues/57736
*/
function startDeadline({ signal, ms, clock }) {
	const controller = new AbortController();
	const follow = () => controller.abort(signal.reason);
	const late = () => controller.abort(new DOMException(`No answer in ${ms} ms.`, "TimeoutError"));
	const cancel = clock.setTimeout(late, ms);
	signal.addEventListener("abort", follow, { once: true });
	if (signal.aborted) follow();
	return {
		signal: controller.signal,
		end() {
			cancel();
			signal.removeEventListener("abort", follow);
		}
	};
}
// apps/server/src/chains/retryAfter.ts
/**
* Reads a `Retry-After` header: seconds, or an HTTP date.
* @returns milliseconds from now, a minute at most; undefined when there is none or it can't be read
* @see RFC 9110 §10.2.3
*/
function retryAfterMs({ header, now }) {
	if (header === null) return void 0;
	if (/^\d{1,9}$/.test(header.trim())) return within(Number(header) * 1e3);
	if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header.trim())) return void 0;
	const at = Date.parse(header);
	return Number.isNaN(at) ? void 0 : within(at - now);
}
const within = (ms) => Math.min(Math.max(ms, 0), 6e4);
// apps/server/src/chains/upstream.ts
/** After so many failures in a row a node is left alone for a while. @see F22 */
const failuresBeforeRest = 5;
const restMs = 1e4;
const largestAnswerBytes = 16777216;
/** What `fetch` gives as the cause when not a byte can have arrived. */
const undelivered = [
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT"
];
function createUpstream({ url, timeoutMs, clock }) {
	const { host } = new URL(url);
	const { now } = clock;
	let failures = 0;
	let rest = null;
	return {
		host,
		async ask({ body, signal }) {
			if (rest !== null && now() < rest.until) throw resting({
				host,
				rest,
				now: now()
			});
			const deadline = startDeadline({
				signal,
				ms: timeoutMs,
				clock
			});
			try {
				const answer = await exchange({
					url,
					host,
					body,
					signal: deadline.signal,
					now
				});
				failures = 0;
				rest = null;
				return answer;
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof UpstreamError)) throw error;
				if (error.code !== "limited") failures += 1;
				const restFor = error.code === "limited" ? error.retryAfterMs : failures >= failuresBeforeRest ? restMs : void 0;
				if (restFor !== void 0) rest = {
					until: now() + restFor,
					error
				};
				throw error;
			} finally {
				deadline.end();
			}
		}
	};
}
function resting({ host, rest, now }) {
	const { code } = rest.error;
	return new UpstreamError({
		code,
		host,
		delivered: false,
		retryAfterMs: rest.until - now,
		cause: rest.error
	});
}
async function exchange({ url, host, body, signal, now }) {
	const failed = (code, cause) => new UpstreamError({
		code,
		host,
		delivered: true,
		cause
	});
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "application/json"
			},
			body,
			signal,
			redirect: "error"
		});
		if (response.status === 429) {
			await response.body?.cancel();
			throw new UpstreamError({
				code: "limited",
				host,
				delivered: false,
				retryAfterMs: retryAfterMs({
					header: response.headers.get("retry-after"),
					now: now()
				})
			});
		}
		const answer = parseJson(await readText({
			response,
			tooLarge: () => failed("too_large")
		}));
		if (typeof answer === "object" && answer !== null) return answer;
		throw failed(response.ok ? "not_json_rpc" : "status");
	} catch (cause) {
		if (cause instanceof UpstreamError) throw cause;
		if (signal.aborted) throw failed("silent", cause);
		throw new UpstreamError({
			code: "unreachable",
			host,
			delivered: !undelivered.includes(causeCode(cause)),
			cause
		});
	}
}
async function readText({ response, tooLarge }) {
	if (response.body === null) return "";
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	const reader = response.body.getReader();
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		bytes += read.value.byteLength;
		if (bytes > largestAnswerBytes) {
			await reader.cancel();
			throw tooLarge();
		}
		text += decoder.decode(read.value, { stream: true });
	}
	return text + decoder.decode();
}
/** @returns undefined for what isn't JSON, such as a proxy's page */
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function causeCode(error) {
	if (!(error instanceof Error)) return "";
	if ("code" in error && typeof error.code === "string") return error.code;
	if (error instanceof AggregateError) return causeCode(error.errors[0]);
	return causeCode(error.cause);
}
// apps/server/src/chains/chains.ts
function createChains({ chains, timeoutMs, clock }) {
	const all = chains.map((config) => {
		const upstreams = config.upstreams.map((url) => createUpstream({
			url,
			timeoutMs,
			clock
		}));
		return {
			...config,
			request: ({ calls, signal }) => ask({
				upstreams,
				calls,
				signal
			})
		};
	});
	const byId = new Map(all.map((chain) => [chain.id, chain]));
	return {
		all,
		get(id) {
			const chain = byId.get(id);
			if (chain === void 0) throw new UnknownChainError();
			return chain;
		}
	};
}
async function ask({ upstreams, calls, signal }) {
	const requests = calls.map(({ method, params }, id) => ({
		jsonrpc: "2.0",
		id,
		method,
		params
	}));
	const body = JSON.stringify(requests.length === 1 ? requests[0] : requests);
	const mayRepeat = !calls.some(({ method }) => isSending(method));
	const failures = [];
	for (const upstream of upstreams) try {
		return outcomes({
			answer: await upstream.ask({
				body,
				signal
			}),
			count: calls.length,
			host: upstream.host
		});
	} catch (error) {
		if (!(error instanceof UpstreamError)) throw error;
		failures.push(error);
		if (error.delivered && !mayRepeat) break;
	}
	throw failures.find(({ code }) => code === "limited") ?? failures.at(-1) ?? /* @__PURE__ */ new Error("A network has no upstream.");
}
const Answer = v.union([v.array(JsonRpcResponse), JsonRpcResponse]);
/** @throws {@link UpstreamError} when it isn't JSON-RPC */
function outcomes({ answer, count, host }) {
	const parsed = v.safeParse(Answer, answer);
	if (!parsed.success) throw new UpstreamError({
		code: "not_json_rpc",
		host,
		delivered: true
	});
	const { output } = parsed;
	if (!Array.isArray(output)) return singleOutcome({
		output,
		count
	});
	const byId = new Map(output.map((response) => [response.id, response]));
	return Array.from({ length: count }, (_, id) => outcome(byId.get(id)));
}
/** A node that refuses a whole batch says so once. */
function singleOutcome({ output, count }) {
	const only = outcome(output);
	return Array.from({ length: count }, () => count === 1 || "error" in only ? only : unanswered);
}
const unanswered = { error: {
	code: -32603,
	message: "The network's node left this request out."
} };
function outcome(response) {
	if (response === void 0) return unanswered;
	return response.error ? { error: response.error } : { result: response.result ?? null };
}
// apps/server/src/clock.ts
/** The machine's own clock. */
const systemClock = {
	now: () => Date.now(),
	setTimeout: (callback, ms) => {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	}
};
// apps/server/src/db/lockDirectory.ts
/**
* Takes a data directory for this process: two processes that write into one embedded database destroy it.
* A lock whose process is gone is taken over.
* @returns a function that gives it back
* @throws {@link DatabaseError} `database_in_use`
*/
async function lockDirectory(directory) {
	await mkdir(directory, { recursive: true });
	const lockFile = join(directory, "server.lock");
	const release = () => rm(lockFile, { force: true });
	if (await claimed(lockFile)) return release;
	const holder = Number(await readFile(lockFile, "utf8"));
	if (holder === process.pid || isRunning(holder)) throw inUse({
		directory,
		lockFile,
		holder
	});
	await release();
	if (await claimed(lockFile)) return release;
	throw inUse({
		directory,
		lockFile,
		holder: Number(await readFile(lockFile, "utf8"))
	});
}
const inUse = ({ directory, lockFile, holder }) => new DatabaseError({
	code: "database_in_use",
	message: `The data in ${directory} is already in use (process ${holder}). Stop that server, or give this one another DATA_DIR. If no such server runs any more, delete ${lockFile}.`
});
async function claimed(lockFile) {
	try {
		await writeFile(lockFile, String(process.pid), { flag: "wx" });
		return true;
	} catch (error) {
		if (isCode(error, "EEXIST")) return false;
		throw error;
	}
}
function isRunning(pid) {
	if (!Number.isInteger(pid) || pid <= 0) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isCode(error, "EPERM");
	}
}
function isCode(error, code) {
	return error instanceof Error && "code" in error && error.code === code;
}
// apps/server/src/db/schema.ts
var schema_exports = /* @__PURE__ */ __exportAll({
	events: () => events,
	projects: () => projects
});
/** Who may use the API: an id that a dapp carries in every call, and what holds for it. */
const projects = pgTable("projects", {
	id: text("id").primaryKey(),
	name: text("name").notNull(),
	/** Origins and patterns as `isOriginPattern` takes them. */
	allowedOrigins: text("allowed_origins").array().notNull(),
	analyticsEnabled: boolean("analytics_enabled").notNull().default(false),
	/** A project in the making: every origin on the developer's own machine is allowed too. */
	development: boolean("development").notNull().default(false),
	createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow()
});
/** What dapps of projects with analytics on told. Neither the address of a visitor nor that of a page is kept. */
const events = pgTable("events", {
	projectId: text("project_id").notNull().references(() => projects.id, { onDelete: "cascade" }),
	/** The sender's own: an event that comes twice is kept once. */
	id: uuid("id").notNull(),
	type: text("type").notNull(),
	event: text("event").notNull(),
	properties: jsonb("properties").$type().notNull(),
	domain: text("domain").notNull(),
	/** By the sender's clock. */
	timestamp: timestamp("timestamp", { withTimezone: true }).notNull(),
	receivedAt: timestamp("received_at", { withTimezone: true }).notNull()
}, (table) => [primaryKey({ columns: [table.projectId, table.id] }), index("events_project_received").on(table.projectId, table.receivedAt)]);
// apps/server/src/db/openDatabase.ts
/** Any number, as long as every release of the server takes the same: whoever holds it may change the tables. */
const migrationLock = 7205411866;
/**
* Opens the database and brings its tables up to date: the one place that does. Several servers may start at once on one
* PostgreSQL; they take turns.
* @throws {@link DatabaseError}
*/
async function openDatabase({ location, migrationsFolder, onLost }) {
	if (location.kind === "postgres") return openPostgres({
		url: location.url,
		migrationsFolder,
		onLost
	});
	if (location.kind === "memory") return openPglite({ migrationsFolder });
	const unlock = await lockDirectory(location.path);
	try {
		const database = await openPglite({
			migrationsFolder,
			path: join(location.path, "pglite")
		});
		return {
			...database,
			close: () => database.close().finally(unlock)
		};
	} catch (error) {
		await unlock();
		throw error;
	}
}
async function openPglite({ migrationsFolder, path }) {
	const client = await PGlite.create(path ?? "memory://").catch((cause) => {
		throw new DatabaseError({
			code: "database_open",
			message: `The embedded database${path === void 0 ? "" : ` in ${path}`} can't be opened. Check that the folder can be written to; if it is damaged, restore it from a backup.`,
			cause
		});
	});
	const orm = drizzle$1(client, { schema: schema_exports });
	try {
		await migrate$1(orm, { migrationsFolder });
	} catch (cause) {
		await client.close();
		throw migrationError(cause);
	}
	return toDatabase({
		orm,
		close: () => client.close()
	});
}
async function openPostgres({ url, migrationsFolder, onLost }) {
	const pool = new pg.Pool({
		connectionString: url,
		connectionTimeoutMillis: 5e3,
		query_timeout: 1e4
	});
	pool.on("error", (cause) => onLost?.(cause));
	try {
		await migrateInTurn({
			url,
			migrationsFolder
		});
	} catch (error) {
		await pool.end();
		throw error;
	}
	return toDatabase({
		orm: drizzle(pool, { schema: schema_exports }),
		close: () => pool.end()
	});
}
/** On a connection of its own, since a lock of PostgreSQL belongs to a connection. It ends with it, whatever happens. */
async function migrateInTurn({ url, migrationsFolder }) {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 5e3
	});
	client.on("error", () => {});
	try {
		await client.connect();
	} catch (cause) {
		throw new DatabaseError({
			code: "database_open",
			message: `The PostgreSQL of DATABASE_URL can't be reached: ${reasonOf(cause)}. Check that it runs and that the user, password and database name are right.`,
			cause
		});
	}
	try {
		await client.query(`set lock_timeout = '60s'`);
		await client.query("select pg_advisory_lock($1)", [migrationLock]);
		await migrate(drizzle(client), { migrationsFolder });
	} catch (cause) {
		throw migrationError(cause);
	} finally {
		await client.end();
	}
}
/** Drivers put the address into their messages, and an address may hold a password: only codes are told. */
function reasonOf(cause) {
	if (!(cause instanceof Error)) return "unknown reason";
	return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
const migrationError = (cause) => new DatabaseError({
	code: "database_migration",
	message: "The tables can't be brought up to date. Nothing of the failed step was kept. Check that the database user may create tables and that no newer release has used this database.",
	cause
});
function toDatabase({ orm, close }) {
	let closing;
	return {
		orm,
		ping: async () => {
			try {
				await orm.execute(sql`select 1`);
			} catch (cause) {
				throw new DatabaseError({
					code: "database_silent",
					message: "The database doesn't answer.",
					cause
				});
			}
		},
		close: () => closing ??= close()
	};
}
// apps/server/src/events/events.ts
function createEvents({ orm, errorLimit, now }) {
	return { async take({ project, event, client }) {
		if (!project.analyticsEnabled) return false;
		const { eventId, domain, timestamp, props } = event;
		if (props.type === "error") {
			const retryAfterSeconds = errorLimit.take({ key: `${client} ${project.id}` });
			if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds });
		}
		const row = {
			projectId: project.id,
			id: eventId,
			type: props.type,
			event: props.event,
			properties: propertiesOf(props),
			domain,
			timestamp: new Date(timestamp),
			receivedAt: new Date(now())
		};
		await orm.insert(events).values(row).onConflictDoNothing();
		return true;
	} };
}
/** Telemetry is flat on the wire; what it tells is kept where analytics has its properties. */
function propertiesOf(props) {
	if ("stackTrace" in props) {
		const { errorType, errorMessage, stackTrace } = props;
		return {
			errorType,
			errorMessage,
			stackTrace
		};
	}
	return { ...props.properties };
}
// apps/server/src/limits/rateLimit.ts
/** Buckets that are full again say nothing, so beyond this many they are forgotten. */
const sweepAbove = 1e4;
/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostBuckets = 1e5;
/** A token bucket for each client, in this process's memory. */
function createRateLimit({ perSecond, burst, now }) {
	const buckets = /* @__PURE__ */ new Map();
	let sweptAt = 0;
	const filled = ({ tokens, at }, time) => Math.min(burst, tokens + (time - at) / 1e3 * perSecond);
	const sweep = (time) => {
		if (buckets.size <= sweepAbove || time - sweptAt < 1e3 && buckets.size <= mostBuckets) return;
		sweptAt = time;
		for (const [key, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(key);
		for (const key of buckets.keys()) {
			if (buckets.size <= mostBuckets) break;
			buckets.delete(key);
		}
	};
	return { take({ key, cost = 1 }) {
		const time = now();
		const bucket = buckets.get(key);
		const tokens = bucket === void 0 ? burst : filled(bucket, time);
		const price = Math.min(cost, burst);
		if (tokens < price) return Math.max(1, Math.ceil((price - tokens) / perSecond));
		buckets.delete(key);
		buckets.set(key, {
			tokens: tokens - price,
			at: time
		});
		sweep(time);
		return null;
	} };
}
// apps/server/src/limits/slidingWindow.ts
/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostKeys = 1e5;
/**
* Lets so many through in any stretch of time, counted exactly; a token bucket would let almost twice as many through in
* the first.
*/
function createSlidingWindow({ most, withinMs, now }) {
	const taken = /* @__PURE__ */ new Map();
	const forget = (time) => {
		for (const [key, times] of taken) {
			if (!((times.at(-1) ?? 0) <= time - withinMs) && taken.size <= mostKeys) break;
			taken.delete(key);
		}
	};
	return { take({ key }) {
		const time = now();
		forget(time);
		const recent = (taken.get(key) ?? []).filter((at) => at > time - withinMs);
		const [oldest] = recent;
		if (oldest !== void 0 && recent.length >= most) return Math.max(1, Math.ceil((oldest + withinMs - time) / 1e3));
		taken.delete(key);
		taken.set(key, [...recent, time]);
		return null;
	} };
}
// apps/server/src/migrationsFolder.ts
/**
* Where the committed migrations stand: beside `src`, and beside the `dist` that is built of it, whether this ends up in
* a file of `dist` itself or of a folder in it.
*/
function migrationsFolder() {
	const near = new URL("../migrations/", import.meta.url);
	const isHere = existsSync(new URL("meta/_journal.json", near));
	return fileURLToPath(isHere ? near : new URL("../../migrations/", import.meta.url));
}
// apps/server/src/names/identities.ts
/** The identities of a server for which no name service is configured: it knows nobody's name, and says so. */
const noNameService = { of: async () => ({
	name: null,
	avatar: null
}) };
// apps/server/src/projects/projects.ts
function createProjects({ orm }) {
	return {
		async find(id) {
			const [project] = await orm.select().from(projects).where(eq(projects.id, id)).limit(1);
			return project ?? null;
		},
		async seed(projects$1) {
			await orm.transaction(async (transaction) => {
				for (const { id, ...rest } of projects$1) {
					const settings = {
						...rest,
						allowedOrigins: [...rest.allowedOrigins]
					};
					await transaction.insert(projects).values({
						id,
						...settings
					}).onConflictDoUpdate({
						target: projects.id,
						set: settings
					});
				}
			});
		}
	};
}
// apps/server/src/start.ts
/**
* Starts the server and resolves when it answers.
* @throws DatabaseError · PortError
* @example
* const server = await startServer({ port: 0, projects: [{ id: 'my-dapp', name: 'My dapp', … }] })
* await fetch(`${server.url}/healthz`)
* await server.stop()
*/
async function startServer({ logTo, ...said }) {
	const config = complete(said);
	const log = createLog({
		level: config.logLevel,
		to: logTo
	});
	const database = await openDatabase({
		location: config.database,
		migrationsFolder: migrationsFolder(),
		onLost: (error) => log.warn({ error }, "a connection to the database was lost")
	});
	try {
		const services = createServices({
			config,
			database,
			log
		});
		await services.projects.seed(config.projects);
		const listener = await listen({
			fetch: createApp(services).fetch,
			host: config.host,
			port: config.port
		});
		log.info({
			host: config.host,
			port: listener.port,
			database: config.database.kind
		}, "listening");
		let stopping;
		const stop = async () => {
			const finished = await listener.close();
			await database.close();
			log.info({ finished }, "stopped");
		};
		return {
			url: listener.url,
			port: listener.port,
			stop: () => stopping ??= stop()
		};
	} catch (error) {
		await database.close();
		throw error;
	}
}
function complete(said) {
	return {
		host: said.host ?? defaults.host,
		port: said.port ?? defaults.port,
		database: said.database ?? { kind: "memory" },
		logLevel: said.logLevel ?? defaults.logLevel,
		chains: said.chains ?? [],
		projects: said.projects ?? [],
		trustedProxies: said.trustedProxies ?? [],
		rateLimit: said.rateLimit ?? defaults.rateLimit,
		upstreamTimeoutMs: said.upstreamTimeoutMs ?? defaults.upstreamTimeoutMs
	};
}
function createServices({ config, database, log }) {
	const { orm } = database;
	const { now } = systemClock;
	const chains = createChains({
		chains: config.chains,
		timeoutMs: config.upstreamTimeoutMs,
		clock: systemClock
	});
	const errorLimit = createSlidingWindow({
		most: 5,
		withinMs: 6e4,
		now
	});
	return {
		balances: createBalances({ chains }),
		chains,
		clientKey: createClientKey({ trustedProxies: config.trustedProxies }),
		database,
		events: createEvents({
			orm,
			errorLimit,
			now
		}),
		identities: noNameService,
		log,
		now,
		projects: createProjects({ orm }),
		rateLimit: createRateLimit({
			...config.rateLimit,
			now
		}),
		requestId: randomUUID
	};
}
// apps/server/src/main.ts
const usage = `Usage: foyer-server [serve]

Answers the blockchain API of Foyer on a port. It is configured by environment variables; the README lists them.
`;
async function main() {
	const [command = "serve", ...rest] = process.argv.slice(2);
	if (command === "--help" || command === "-h") {
		process.stdout.write(usage);
		return;
	}
	if (command !== "serve" || rest.length > 0) {
		process.stderr.write(usage);
		process.exitCode = 2;
		return;
	}
	await serve();
}
async function serve() {
	const asked = new Promise((resolve) => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
	});
	const server = await startServer(await readConfig(process.env));
	await asked;
	await server.stop();
}
main().catch((error) => {
	const isExplained = error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError;
	process.stderr.write(`${isExplained ? error.message : `The server failed: ${describe(error)}`}\n`);
	process.exitCode = 1;
});
/** For a failure that nobody foresaw: where it happened helps, its message may hold anything. */
function describe(error) {
	if (!(error instanceof Error)) return typeof error;
	return [error.name, ...(error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line))].join("\n");
}
export {};
