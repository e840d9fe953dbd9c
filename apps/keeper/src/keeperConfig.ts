import { faultsOf } from '@foyer/service/config/fields'
import { locationOf } from '@foyer/service/config/locationOf'
import { ConfigError, readVariables, unknownAmong } from '@foyer/service/config/readVariables'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { programs } from '@foyer/service/db/programs'
import type { LogLevel } from '@foyer/service/log/createLog'
import type { SmtpConfig } from '@foyer/service/mail/smtpMailer'
import type { KeeperSecret } from '@foyer/service/seal/keeperKeys'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import type { CheckedSocials } from '@foyer/service/socials/socialsConfig'
import * as v from 'valibot'
import { KeeperEnvironment } from './keeperEnvironment.js'

/** Settings that the keeper's commands beside serving need. */
export interface KeeperStoreConfig {
  readonly database: DatabaseLocation
  /** what rows and the keeper's own keys are sealed under, the current one first */
  readonly keys: KeyRing
  /** the keeper's own keys, sealed; null before they are made */
  readonly secret: KeeperSecret | null
}

/** The whole configuration of a keeper that answers. */
export interface KeeperConfig extends KeeperStoreConfig {
  readonly host: string
  /** 0: a free one */
  readonly port: number
  readonly secret: KeeperSecret
  /** how long a wallet that is older than a day waits before a new device opens it */
  readonly holdMs: number
  /** how long a wallet waits before it is deleted: no less than that */
  readonly deletionMs: number
  /** where this process reaches the login server, if not at the wallet's origin */
  readonly loginUrl?: string | undefined
  /** of the wallet's own page, which alone is answered */
  readonly walletOrigin: string
  readonly smtp: SmtpConfig
  /** the providers whose word for an account is taken; none if left out */
  readonly socials?: CheckedSocials | undefined
  /** shares what is counted between nodes */
  readonly redisUrl?: string | undefined
  /** addresses and networks whose headers about the visitor are trusted */
  readonly trustedProxies: readonly string[]
  /** of a trusted proxy, with the rough place that a visitor asks from */
  readonly placeHeader?: string | undefined
  /** the token that opens `/metrics`; without one there are none */
  readonly metricsToken?: string | undefined
  readonly logLevel: LogLevel
}

type Variables = Readonly<Record<string, string | undefined>>

const known = Object.keys(KeeperEnvironment.entries)

/** A sentence for each variable that was probably meant for the keeper and that it doesn't know. */
export const unknownKeeperVariables = (env: Variables): string[] => unknownAmong({ env, known })

const hourMs = 3_600_000
const usualDeletionHours = 24

/** Reads the environment. @throws {@link ConfigError} with every fault, none of which has a value */
async function readEnvironment(env: Variables) {
  const { said, problems } = await readVariables({ env, known })
  const parsed = v.safeParse(KeeperEnvironment, said)
  if (!parsed.success) problems.push(...faultsOf(parsed.issues).map(sentenceOf))
  if (said.KEEPER_DATABASE_URL !== undefined && said.KEEPER_DATA_DIR !== undefined)
    problems.push('KEEPER_DATABASE_URL and KEEPER_DATA_DIR are both set: keep the one where the data is to live.')
  if (said.KEEPER_DATABASE_PASSWORD !== undefined && said.KEEPER_DATABASE_URL === undefined)
    problems.push('KEEPER_DATABASE_PASSWORD belongs to a KEEPER_DATABASE_URL, which is missing.')
  if (parsed.success) {
    const { KEEPER_HOLD_HOURS: hold, KEEPER_DELETION_HOURS: deletion = hold } = parsed.output
    // A mailbox that may not open a wallet yet would delete it.
    if (deletion < hold) problems.push('KEEPER_DELETION_HOURS must be no less than KEEPER_HOLD_HOURS.')
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError({ problems, of: programs.keeper })
  return parsed.output
}

/** valibot's own messages repeat what was received, and these are secrets. */
function sentenceOf({ name, issue }: ReturnType<typeof faultsOf>[number]): string {
  if (issue.received === 'undefined') return `${name} is missing.`
  return `${name} ${issue.message}.`
}

function storeOf(env: v.InferOutput<typeof KeeperEnvironment>): KeeperStoreConfig {
  const database = locationOf({
    url: env.KEEPER_DATABASE_URL,
    password: env.KEEPER_DATABASE_PASSWORD,
    connections: env.KEEPER_DATABASE_CONNECTIONS,
    path: env.KEEPER_DATA_DIR,
  })
  return { database, keys: env.KEEPER_KEYS, secret: env.KEEPER_SECRET ?? null }
}

/** @throws {@link ConfigError} */
export const readKeeperStore = async (env: Variables): Promise<KeeperStoreConfig> => storeOf(await readEnvironment(env))

/** @throws {@link ConfigError} */
export async function readKeeperConfig(variables: Variables): Promise<KeeperConfig> {
  const env = await readEnvironment(variables)
  const { secret, ...store } = storeOf(env)
  const { WALLET_ORIGIN: walletOrigin, KEEPER_SMTP_URL: url, KEEPER_MAIL_FROM: from } = env
  const needed = { KEEPER_SECRET: secret, WALLET_ORIGIN: walletOrigin, KEEPER_SMTP_URL: url, KEEPER_MAIL_FROM: from }
  const missing = Object.entries(needed).flatMap(([name, value]) =>
    value === undefined || value === null ? [name] : [],
  )
  if (secret === null || walletOrigin === undefined || url === undefined || from === undefined)
    throw new ConfigError({ problems: missing.map((name) => `${name} is missing.`), of: programs.keeper })
  return {
    ...store,
    secret,
    walletOrigin,
    smtp: { url, from },
    host: env.KEEPER_HOST,
    port: env.KEEPER_PORT ?? programs.keeper.usualPort,
    holdMs: env.KEEPER_HOLD_HOURS * hourMs,
    deletionMs: (env.KEEPER_DELETION_HOURS ?? Math.max(usualDeletionHours, env.KEEPER_HOLD_HOURS)) * hourMs,
    loginUrl: env.KEEPER_LOGIN_URL,
    socials: env.KEEPER_SOCIALS,
    redisUrl: env.KEEPER_REDIS_URL,
    trustedProxies: env.KEEPER_TRUSTED_PROXIES ?? [],
    placeHeader: env.KEEPER_PLACE_HEADER,
    metricsToken: env.KEEPER_METRICS_TOKEN,
    logLevel: env.KEEPER_LOG_LEVEL,
  }
}
