import { join } from 'node:path'
import type { Rate } from '@foyer/service/budget/budget'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { programs } from '@foyer/service/db/programs'
import type { LogLevel } from '@foyer/service/log/createLog'
import type { NamedKey } from '@foyer/service/seal/namedKeys'
import type { ChainConfig } from '../chains/chain.js'
import type { EtherscanKey } from '../history/engines/engine.js'
import type { LoginConfig } from '../login/loginConfig.js'
import type { EnsConfig, NamesConfig } from '../names/namesConfig.js'
import type { OnrampConfig } from '../onramp/onrampConfig.js'
import type { PayConfig } from '../pay/payConfig.js'
import type { PicturesConfig } from '../pictures/pictureStore.js'
import { type PricesConfig, usualPrices } from '../prices/pricesConfig.js'
import type { ProjectConfig } from '../projects/project.js'
import type { ProviderBudget } from '../provider/turns.js'
import { defaultRelay, type RelayConfig } from '../relay/limits.js'
import type { SafeFetchConfig } from '../safeFetch/safeFetchConfig.js'

/** The keys of outside services, and what they allow. */
export interface ProvidersConfig {
  /** histories, approvals and held tokens of public networks */
  readonly etherscan?: (EtherscanKey & { readonly budget: ProviderBudget }) | undefined
  /** the NFTs that accounts of public networks hold; `origins` are its hosts by network, where they aren't the usual ones */
  readonly alchemy?: { readonly key: string; readonly origins?: ReadonlyMap<string, string> | undefined } | undefined
}

/** A server's whole configuration. */
export interface ServerConfig {
  readonly host: string
  /** 0: a free one */
  readonly port: number
  /** where this server is reached from outside, without a slash at its end */
  readonly publicUrl?: string | undefined
  readonly database: DatabaseLocation
  /** where the content of pictures is kept */
  readonly pictures: PicturesConfig
  /** the Redis that all nodes share; without one this node counts by itself */
  readonly redisUrl?: string | undefined
  /** the Redis of the relay's mailboxes, where it is another one than that of the limits */
  readonly mailboxRedisUrl?: string | undefined
  /** how long `/readyz` refuses before the port closes, so that whatever sends requests stops sending them */
  readonly drainSeconds: number
  /** the token that opens `/metrics`; without one there are none */
  readonly metricsToken?: string | undefined
  /** the token that administers projects; without one `/admin` is 404 */
  readonly adminToken?: string | undefined
  /** how long events are kept */
  readonly eventRetentionDays: number
  /** how long the histories of indexed chains are kept; for ever, if left out */
  readonly historyRetentionDays?: number | undefined
  /** what sign-ins' tokens are signed with, the current one first; without one no one signs in */
  readonly sessionKeys: readonly NamedKey[]
  /** login by e-mail and what wallets are kept by; without it their calls are 404 */
  readonly login?: LoginConfig | undefined
  /** of the account that pays for the operations of those who are logged in; without it their calls are 404 */
  readonly sponsorKey?: `0x${string}` | undefined
  readonly logLevel: LogLevel
  readonly chains: readonly ChainConfig[]
  readonly projects: readonly ProjectConfig[]
  /** outside services that a key alone switches on */
  readonly providers?: ProvidersConfig | undefined
  /** the sellers of coins; without it nothing can be bought */
  readonly onramp?: OnrampConfig | undefined
  /** which exchanges can be paid from; without it none */
  readonly pay?: PayConfig | undefined
  /** addresses and networks whose `X-Forwarded-For` is trusted */
  readonly trustedProxies: readonly string[]
  readonly rateLimit: Rate
  /** how long a network's node may take to answer */
  readonly upstreamTimeoutMs: number
  /** the names that the server gives; without it none */
  readonly names?: NamesConfig | undefined
  /** where ENS is asked, on one of the networks; without it nowhere */
  readonly ens?: EnsConfig | undefined
  /** where prices come from */
  readonly prices: PricesConfig
  /** a list of addresses and sites that visitors are warned of; without it they are warned of none */
  readonly blocklistUrl?: string | undefined
  /** fetching of URLs from untrusted text */
  readonly safeFetch: SafeFetchConfig
  /** where wallets and pages meet */
  readonly relay: RelayConfig
}

/** The defaults. Listening on the local machine only is safe; a container sets `0.0.0.0`. */
export const defaults = {
  host: '127.0.0.1',
  port: programs.server.usualPort,
  dataDir: 'data',
  picturesRegion: 'us-east-1',
  drainSecondsBehindProxy: 5,
  logLevel: 'info',
  rateLimit: { perSecond: 100, burst: 2_000 },
  upstreamTimeoutMs: 5_000,
  eventRetentionDays: 90,
} as const

/**
 * Whether a server would be reached from outside without knowing by which name. It takes the tokens of the relay's clients for its own
 * by that name; without one any name would do, and a token for another relay with it.
 */
export const isNamelessOutside = ({ host, publicUrl }: { host: string; publicUrl?: string | undefined }): boolean =>
  publicUrl === undefined && !/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

export const namelessOutside =
  'PUBLIC_URL must be set where HOST is reached from other machines: by it tokens for this server differ from those for others.'

/** Beside the folder of an embedded database, where nothing else is said. */
export const picturesBeside = (database?: DatabaseLocation | undefined): PicturesConfig =>
  database?.kind === 'directory' ? { kind: 'folder', path: join(database.path, 'pictures') } : { kind: 'memory' }

/** Completes a configuration. A missing part holds as it does without configuration, but the data is in memory. */
export function completeConfig(
  said: { readonly [Name in keyof ServerConfig]?: ServerConfig[Name] | undefined },
): ServerConfig {
  return {
    host: said.host ?? defaults.host,
    port: said.port ?? defaults.port,
    publicUrl: said.publicUrl,
    database: said.database ?? { kind: 'memory' },
    pictures: said.pictures ?? picturesBeside(said.database),
    redisUrl: said.redisUrl,
    mailboxRedisUrl: said.mailboxRedisUrl,
    drainSeconds: said.drainSeconds ?? 0,
    metricsToken: said.metricsToken,
    adminToken: said.adminToken,
    eventRetentionDays: said.eventRetentionDays ?? defaults.eventRetentionDays,
    historyRetentionDays: said.historyRetentionDays,
    sessionKeys: said.sessionKeys ?? [],
    login: said.login,
    sponsorKey: said.sponsorKey,
    logLevel: said.logLevel ?? defaults.logLevel,
    chains: said.chains ?? [],
    projects: said.projects ?? [],
    onramp: said.onramp,
    pay: said.pay,
    providers: said.providers,
    trustedProxies: said.trustedProxies ?? [],
    rateLimit: said.rateLimit ?? defaults.rateLimit,
    upstreamTimeoutMs: said.upstreamTimeoutMs ?? defaults.upstreamTimeoutMs,
    names: said.names,
    ens: said.ens,
    prices: said.prices ?? usualPrices,
    blocklistUrl: said.blocklistUrl,
    safeFetch: said.safeFetch ?? { allow: [], http: false },
    relay: said.relay ?? defaultRelay,
  }
}
