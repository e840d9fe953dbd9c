import { faultsOf } from '@foyer/service/config/fields'
import { locationOf } from '@foyer/service/config/locationOf'
import { ConfigError } from '@foyer/service/config/readVariables'
import * as v from 'valibot'
import { ChainsConfig } from '../chains/chainsConfig.js'
import { EverywhereSwaps } from '../chains/swapsConfig.js'
import { EnsConfig, NamesConfig } from '../names/namesConfig.js'
import { OnrampConfig } from '../onramp/onrampConfig.js'
import { PayConfig } from '../pay/payConfig.js'
import { PricesConfig, usualPrices } from '../prices/pricesConfig.js'
import { ProjectConfig } from '../projects/project.js'
import { defaultRelay } from '../relay/limits.js'
import { wrappedCoins } from '../swaps/zeroX/zeroXApi.js'
import { defaults, isNamelessOutside, namelessOutside, type ServerConfig } from './config.js'
import { Environment } from './environment.js'
import { mixedUp } from './mixedUp.js'
import { loginOf, problemsOfLogin } from './readLogin.js'
import { isJson, type ReadPart, readFileOf, readJsonOrFile, readPart } from './readPart.js'
import { picturesOf, problemsOfPictures } from './readPictures.js'
import { withFiles } from './variables.js'

/**
 * Reads the environment and the files that it names. All invalid variables are reported at once, and never with their value, which
 * may be a password.
 * @throws {@link ConfigError}
 */
export async function readConfig(env: Readonly<Record<string, string | undefined>>): Promise<ServerConfig> {
  const { said, problems } = await withFiles(env)
  const parsed = v.safeParse(Environment, said)
  if (!parsed.success) problems.push(...faultsOf(parsed.issues).map(({ name, issue }) => `${name} ${issue.message}.`))
  if (said.DATABASE_URL !== undefined && said.DATA_DIR !== undefined) {
    problems.push('DATABASE_URL and DATA_DIR are both set: keep the one where the data is to live.')
  }
  if (isJson(said.CHAINS)) problems.push('CHAINS must be the path of a file: this is what stands in one.')
  problems.push(...problemsOfPictures(said), ...problemsOfLogin(said))
  if (parsed.success) problems.push(...mixedUp(parsed.output))
  const { HOST: host = defaults.host, PUBLIC_URL: publicUrl } = said
  if (isNamelessOutside({ host, publicUrl })) problems.push(namelessOutside)
  const part = async <Part>({ name, schema }: Pick<ReadPart<Part>, 'name' | 'schema'>) => {
    const isList = /^\s*\[/.test(said[name] ?? '')
    if (!isList) return readPart({ name, schema, text: () => readJsonOrFile(said[name]), problems })
    problems.push(`${name} must be a JSON object, or the path of a file of one: this is a list.`)
    return undefined
  }
  const ofFile = {
    name: 'CHAINS',
    schema: ChainsConfig,
    text: () => readFileOf(isJson(said.CHAINS) ? undefined : said.CHAINS),
  }
  const ofText = {
    name: 'PROJECTS',
    schema: v.array(ProjectConfig),
    text: async () => said.PROJECTS,
    printedBy: 'as foyer-server setup writes it into nodes.env',
  }
  const named = (await readPart({ ...ofFile, problems })) ?? []
  const projects = (await readPart({ ...ofText, problems })) ?? []
  const onramp = await part({ name: 'ONRAMP', schema: OnrampConfig })
  const pay = await part({ name: 'PAY', schema: PayConfig })
  const prices = (await part({ name: 'PRICES', schema: PricesConfig })) ?? usualPrices
  const swaps = await part({ name: 'SWAPS', schema: EverywhereSwaps })
  const chains = named.map((chain) => (wrappedCoins.has(chain.id) ? { ...chain, swaps: chain.swaps ?? swaps } : chain))
  const names = await part({ name: 'NAMES', schema: NamesConfig })
  const ens = await part({ name: 'ENS', schema: EnsConfig })
  if (ens !== undefined && !chains.some(({ id }) => id === ens.chainId)) {
    problems.push('ENS: "chainId" must be one of the networks of CHAINS.')
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError({ problems })
  return toConfig({ env: parsed.output, chains, projects, onramp, pay, prices, names, ens })
}

function toConfig({
  env,
  ...parts
}: { env: Environment } & Pick<
  ServerConfig,
  'chains' | 'projects' | 'onramp' | 'pay' | 'prices' | 'names' | 'ens'
>): ServerConfig {
  return {
    ...parts,
    database: locationOf({
      url: env.DATABASE_URL,
      password: env.DATABASE_PASSWORD,
      connections: env.DATABASE_CONNECTIONS,
      path: env.DATA_DIR ?? defaults.dataDir,
    }),
    pictures: picturesOf(env),
    host: env.HOST,
    port: env.PORT ?? defaults.port,
    publicUrl: env.PUBLIC_URL,
    logLevel: env.LOG_LEVEL,
    redisUrl: env.REDIS_URL,
    mailboxRedisUrl: env.MAILBOX_REDIS_URL,
    drainSeconds: env.DRAIN_SECONDS ?? (env.TRUSTED_PROXIES === undefined ? 0 : defaults.drainSecondsBehindProxy),
    metricsToken: env.METRICS_TOKEN,
    adminToken: env.ADMIN_TOKEN,
    eventRetentionDays: env.EVENT_RETENTION_DAYS ?? defaults.eventRetentionDays,
    historyRetentionDays: env.HISTORY_RETENTION_DAYS,
    sessionKeys: env.SESSION_KEYS ?? [],
    login: loginOf(env),
    sponsorKey: env.SPONSOR_KEY,
    providers: {
      ...(env.ETHERSCAN_KEY !== undefined && {
        etherscan: {
          key: env.ETHERSCAN_KEY,
          budget: { perSecond: env.ETHERSCAN_PER_SECOND, perDay: env.ETHERSCAN_PER_DAY },
        },
      }),
      ...(env.ALCHEMY_KEY !== undefined && { alchemy: { key: env.ALCHEMY_KEY } }),
    },
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    rateLimit: {
      perSecond: env.RATE_LIMIT_PER_SECOND ?? defaults.rateLimit.perSecond,
      burst: env.RATE_LIMIT_BURST ?? defaults.rateLimit.burst,
    },
    upstreamTimeoutMs: env.UPSTREAM_TIMEOUT_MS ?? defaults.upstreamTimeoutMs,
    relay: {
      urls: env.RELAY_URLS ?? defaultRelay.urls,
      sockets: env.RELAY_SOCKETS ?? defaultRelay.sockets,
      socketsPerClient: env.RELAY_SOCKETS_PER_CLIENT ?? defaultRelay.socketsPerClient,
      messagesPerSecond: env.RELAY_MESSAGES_PER_SECOND ?? defaultRelay.messagesPerSecond,
      mailboxMegabytes: env.RELAY_MAILBOX_MEGABYTES ?? defaultRelay.mailboxMegabytes,
    },
    blocklistUrl: env.BLOCKLIST_URL,
    safeFetch: {
      allow: env.SAFE_FETCH_ALLOW ?? [],
      http: env.SAFE_FETCH_HTTP === 'on',
      ipfsGateway: env.IPFS_GATEWAY,
      arweaveGateway: env.ARWEAVE_GATEWAY,
    },
  }
}
