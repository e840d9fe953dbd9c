import { PublicKey } from '@foyer/custody/signed'
import { checked, Folder, isOrigin, jsonOf, listOf, matching, wholeNumber } from '@foyer/service/config/fields'
import { ofEveryProgram as of } from '@foyer/service/config/ofEveryProgram'
import { NamedKeys } from '@foyer/service/seal/namedKeys'
import * as v from 'valibot'
import { privateKeyToAccount } from 'viem/accounts'
import { parses, WebUrl } from '../kernel/fields.js'
import { ExchangedSocials } from '../login/exchangedSocials.js'
import { codeMinutes } from '../login/loginConfig.js'
import { Gateway } from '../safeFetch/safeFetchConfig.js'
import { defaults } from './config.js'

const Key = matching(/^[\x21-\x7e]{8,256}$/, 'must have 8 to 256 characters, without spaces')

const SessionToken = matching(/^[\x21-\x7e]{8,8192}$/, 'must be a token, without spaces')

const hexOf = (text: string): `0x${string}` => `0x${text.slice(2)}`
const isPrivateKey = parses((text) => privateKeyToAccount(hexOf(text)))

const SponsorKey = v.pipe(
  v.string(),
  v.check(
    (text) => /^0x[0-9a-f]{64}$/i.test(text) && isPrivateKey(text),
    'must be the private key of an EVM account: 64 hex digits after 0x',
  ),
  v.transform(hexOf),
)

/** Each variable; its name precedes the messages. */
export const Environment = v.object({
  HOST: of.HOST,
  PORT: of.PORT,
  PUBLIC_URL: v.optional(Gateway),
  DATABASE_URL: of.DATABASE_URL,
  DATA_DIR: v.optional(Folder),
  PICTURES_DIR: v.optional(Folder),
  PICTURES_URL: v.optional(
    matching(
      /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w.-]+)*\/?$/,
      'must be a bucket such as s3://bucket or s3://bucket/folder',
    ),
  ),
  PICTURES_ENDPOINT: v.optional(Gateway),
  PICTURES_REGION: v.optional(
    matching(/^[a-z\d-]{1,40}$/, 'must be a region such as eu-central-1'),
    defaults.picturesRegion,
  ),
  PICTURES_ACCESS_KEY: v.optional(Key),
  PICTURES_SECRET_KEY: v.optional(Key),
  PICTURES_SESSION_TOKEN: v.optional(SessionToken),
  AWS_ACCESS_KEY_ID: v.optional(Key),
  AWS_SECRET_ACCESS_KEY: v.optional(Key),
  AWS_SESSION_TOKEN: v.optional(SessionToken),
  AWS_ROLE_ARN: v.optional(v.string()),
  AWS_WEB_IDENTITY_TOKEN_FILE: v.optional(v.string()),
  AWS_ENDPOINT_URL_STS: v.optional(Gateway),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: v.optional(v.pipe(v.string(), v.startsWith('/', 'must be a path'))),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: v.optional(Gateway),
  AWS_CONTAINER_AUTHORIZATION_TOKEN: v.optional(SessionToken),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: v.optional(v.string()),
  DATABASE_PASSWORD: v.optional(v.string()),
  DATABASE_CONNECTIONS: of.DATABASE_CONNECTIONS,
  REDIS_URL: of.REDIS_URL,
  MAILBOX_REDIS_URL: of.REDIS_URL,
  DRAIN_SECONDS: v.optional(wholeNumber({ from: 0, to: 300 })),
  METRICS_TOKEN: of.METRICS_TOKEN,
  ADMIN_TOKEN: v.optional(matching(/^[\x21-\x7e]{32,256}$/, 'must have 32 to 256 characters, without spaces')),
  EVENT_RETENTION_DAYS: v.optional(wholeNumber({ from: 1, to: 3_650 })),
  HISTORY_RETENTION_DAYS: v.optional(wholeNumber({ from: 1, to: 3_650 })),
  SESSION_KEYS: v.optional(NamedKeys),
  WALLET_ORIGIN: of.WALLET_ORIGIN,
  LOGIN_KEYS: v.optional(NamedKeys),
  LOGIN_KEEPER_KEY: v.optional(
    checked(
      (text) => v.is(PublicKey, text),
      'must be the "signing" one of the keys in the second line that foyer-keeper keys prints (foyer-keeper public-keys prints it again)',
    ),
  ),
  LOGIN_CODE_MINUTES: v.optional(wholeNumber({ from: 1, to: codeMinutes.most })),
  LOGIN_SOCIALS: v.optional(
    jsonOf(ExchangedSocials, 'must be such as {"google": {"clientId": "…", "clientSecret": "…"}}'),
  ),
  SPONSOR_KEY: v.optional(SponsorKey),
  SMTP_URL: of.SMTP_URL,
  MAIL_FROM: of.MAIL_FROM,
  LOG_LEVEL: of.LOG_LEVEL,
  CHAINS: v.optional(v.string()),
  PROJECTS: v.optional(v.string()),
  NAMES: v.optional(v.string()),
  ENS: v.optional(v.string()),
  ONRAMP: v.optional(v.string()),
  PAY: v.optional(v.string()),
  PRICES: v.optional(v.string()),
  ETHERSCAN_KEY: v.optional(Key),
  ETHERSCAN_PER_SECOND: v.optional(wholeNumber({ from: 1, to: 1_000 }), '3'),
  ETHERSCAN_PER_DAY: v.optional(wholeNumber({ from: 1, to: 100_000_000 }), '100000'),
  ALCHEMY_KEY: v.optional(Key),
  SWAPS: v.optional(v.string()),
  TRUSTED_PROXIES: of.TRUSTED_PROXIES,
  RATE_LIMIT_PER_SECOND: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  RATE_LIMIT_BURST: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  UPSTREAM_TIMEOUT_MS: v.optional(wholeNumber({ from: 1, to: 60_000 })),
  RELAY_URLS: v.optional(
    listOf(
      (url) => /^wss?:\/\/[^\s?#]+$/.test(url),
      'must be addresses such as "wss://relay.example", with commas between',
    ),
  ),
  RELAY_SOCKETS: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  RELAY_SOCKETS_PER_CLIENT: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  RELAY_MESSAGES_PER_SECOND: v.optional(wholeNumber({ from: 1, to: 100_000 })),
  RELAY_MAILBOX_MEGABYTES: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  BLOCKLIST_URL: v.optional(WebUrl),
  SAFE_FETCH_ALLOW: v.optional(
    listOf(isOrigin, 'must be origins such as "http://127.0.0.1:8080", with commas between'),
  ),
  SAFE_FETCH_HTTP: v.optional(v.picklist(['on', 'off'], 'must be "on" or "off"'), 'off'),
  IPFS_GATEWAY: v.optional(Gateway),
  ARWEAVE_GATEWAY: v.optional(Gateway),
})
export type Environment = v.InferOutput<typeof Environment>
