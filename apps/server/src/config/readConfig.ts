import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { ChainsConfig } from '../chains/chain.js'
import type { DatabaseLocation } from '../db/database.js'
import { isNetwork } from '../limits/clientAddress.js'
import { logLevels } from '../log/createLog.js'
import { EnsConfig } from '../names/ensConfig.js'
import { NamesConfig } from '../names/namesConfig.js'
import { OnrampConfig } from '../onramp/onrampConfig.js'
import { PayConfig } from '../pay/payConfig.js'
import { ProjectConfig } from '../projects/project.js'
import { Gateway, isOrigin } from '../safeFetch/safeFetchConfig.js'
import { SealingKeys } from '../sessions/sealing.js'
import { ConfigError } from './ConfigError.js'
import { defaults, type ServerConfig } from './config.js'

const wholeNumber = ({ from, to }: { from: number; to: number }) => {
  const sentence = `must be a whole number from ${from} to ${to}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, sentence),
    v.transform(Number),
    v.minValue(from, sentence),
    v.maxValue(to, sentence),
  )
}

const listed = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
)

/** Each variable; the messages go on after its name. */
const Environment = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[^\s/]+$/, 'must be an address or a host name to listen on')),
    defaults.host,
  ),
  PORT: v.optional(wholeNumber({ from: 0, to: 65_535 })),
  PUBLIC_URL: v.optional(Gateway),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/.+/, 'must be an address that begins with postgres://')),
  ),
  DATA_DIR: v.optional(v.string()),
  REDIS_URL: v.optional(
    v.pipe(v.string(), v.regex(/^rediss?:\/\/.+/, 'must be an address that begins with redis:// or rediss://')),
  ),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters at least'))),
  ADMIN_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{32,256}$/, 'must have 32 to 256 characters, without spaces')),
  ),
  EVENT_RETENTION_DAYS: v.optional(wholeNumber({ from: 1, to: 3_650 })),
  SESSION_KEYS: v.optional(SealingKeys),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), defaults.logLevel),
  CHAINS: v.optional(v.string()),
  PROJECTS: v.optional(v.string()),
  NAMES: v.optional(v.string()),
  ENS: v.optional(v.string()),
  ONRAMP: v.optional(v.string()),
  PAY: v.optional(v.string()),
  TRUSTED_PROXIES: v.optional(
    v.pipe(listed, v.everyItem(isNetwork, 'must be addresses or networks such as "10.0.0.0/8", with commas between')),
  ),
  RATE_LIMIT_PER_SECOND: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  RATE_LIMIT_BURST: v.optional(wholeNumber({ from: 1, to: 1_000_000 })),
  UPSTREAM_TIMEOUT_MS: v.optional(wholeNumber({ from: 1, to: 60_000 })),
  SAFE_FETCH_ALLOW: v.optional(
    v.pipe(listed, v.everyItem(isOrigin, 'must be origins such as "http://127.0.0.1:8080", with commas between')),
  ),
  SAFE_FETCH_HTTP: v.optional(v.picklist(['on', 'off'], 'must be "on" or "off"'), 'off'),
  IPFS_GATEWAY: v.optional(Gateway),
  ARWEAVE_GATEWAY: v.optional(Gateway),
})
type Environment = v.InferOutput<typeof Environment>

/**
 * Reads the environment and the files that it names. All that is wrong is told at once, and never with its value, which
 * may be a password.
 * @throws {@link ConfigError}
 */
export async function readConfig(env: Readonly<Record<string, string | undefined>>): Promise<ServerConfig> {
  // An empty variable is how a compose file says "not set".
  const said = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = v.safeParse(Environment, said)
  const problems = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`)
  if (said.DATABASE_URL !== undefined && said.DATA_DIR !== undefined) {
    problems.push('DATABASE_URL and DATA_DIR are both set: keep the one where the data is to live.')
  }
  const chains = await readPart({ name: 'CHAINS', schema: ChainsConfig, text: () => readFileOf(said.CHAINS), problems })
  const projects = await readPart({
    name: 'PROJECTS',
    schema: v.array(ProjectConfig),
    text: async () => said.PROJECTS,
    problems,
  })
  const [onramp] = await readPart({
    name: 'ONRAMP',
    schema: only(OnrampConfig),
    text: () => readJsonOrFile(said.ONRAMP),
    problems,
  })
  const [pay] = await readPart({
    name: 'PAY',
    schema: only(PayConfig),
    text: () => readJsonOrFile(said.PAY),
    problems,
  })
  const [names] = await readPart({
    name: 'NAMES',
    schema: only(NamesConfig),
    text: () => readJsonOrFile(said.NAMES),
    problems,
  })
  const [ens] = await readPart({
    name: 'ENS',
    schema: only(EnsConfig),
    text: () => readJsonOrFile(said.ENS),
    problems,
  })
  if (ens !== undefined && !chains.some(({ id }) => id === ens.chainId)) {
    problems.push('ENS: "chainId" must be one of the networks of CHAINS.')
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError({ problems })
  return toConfig({ env: parsed.output, chains, projects, onramp, pay, names, ens })
}

function toConfig({
  env,
  ...parts
}: { env: Environment } & Pick<
  ServerConfig,
  'chains' | 'projects' | 'onramp' | 'pay' | 'names' | 'ens'
>): ServerConfig {
  const database: DatabaseLocation =
    env.DATABASE_URL === undefined
      ? { kind: 'directory', path: env.DATA_DIR ?? defaults.dataDir }
      : { kind: 'postgres', url: env.DATABASE_URL }
  return {
    ...parts,
    database,
    host: env.HOST,
    port: env.PORT ?? defaults.port,
    publicUrl: env.PUBLIC_URL,
    logLevel: env.LOG_LEVEL,
    redisUrl: env.REDIS_URL,
    metricsToken: env.METRICS_TOKEN,
    adminToken: env.ADMIN_TOKEN,
    eventRetentionDays: env.EVENT_RETENTION_DAYS ?? defaults.eventRetentionDays,
    sessionKeys: env.SESSION_KEYS ?? [],
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    rateLimit: {
      perSecond: env.RATE_LIMIT_PER_SECOND ?? defaults.rateLimit.perSecond,
      burst: env.RATE_LIMIT_BURST ?? defaults.rateLimit.burst,
    },
    upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS ?? defaults.upstreamTimeoutMs,
    safeFetch: {
      allow: env.SAFE_FETCH_ALLOW ?? [],
      http: env.SAFE_FETCH_HTTP === 'on',
      ipfsGateway: env.IPFS_GATEWAY,
      arweaveGateway: env.ARWEAVE_GATEWAY,
    },
  }
}

/** A part that is one thing, as a list of it. */
function only<Part>(schema: v.GenericSchema<unknown, Part>): v.GenericSchema<unknown, Part[]> {
  return v.pipe(
    schema,
    v.transform((part) => [part]),
  )
}

interface ReadPart<Item> {
  name: string
  schema: v.GenericSchema<unknown, Item[]>
  /** @returns undefined when nothing is configured */
  text: () => Promise<string | undefined>
  /** takes what is wrong */
  problems: string[]
}

/** Reads a list that is written as JSON. */
async function readPart<Item>({ name, schema, text, problems }: ReadPart<Item>): Promise<Item[]> {
  const json = await text().catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    problems.push(`${name} names a file that can't be read (${code}).`)
    return undefined
  })
  if (json === undefined) return []
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson({}, 'is not JSON'), schema), json)
  if (parsed.success) return parsed.output
  problems.push(...parsed.issues.slice(0, 10).map((issue) => `${name}: ${placeOf(issue)}${sentenceOf(issue)}.`))
  return []
}

function placeOf(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue)
  return place === null ? 'the whole ' : `"${place}" `
}

/** valibot's own sentences repeat what was received; ours don't. */
function sentenceOf({ kind, message, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && received === 'undefined') return 'is missing'
  if (kind === 'schema' && expected === 'never') return 'is not known'
  return message.startsWith('Invalid ') ? `must be ${expected ?? 'different'}` : message
}

async function readFileOf(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFile(path, 'utf8')
}

/** What begins like an object is JSON itself; anything else names a file. */
async function readJsonOrFile(said: string | undefined): Promise<string | undefined> {
  return said?.trimStart().startsWith('{') ? said : readFileOf(said)
}
