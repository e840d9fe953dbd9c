import { isHex } from '@foyer/core/chain'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { Chains } from '../chains/chains.js'
import type { Drawings } from '../drawings/drawings.js'
import type { Projects } from '../projects/projects.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { type Avatars, createAvatars } from './avatars.js'
import { createEns, type Ens, recallEns } from './ens.js'
import { createGateway, type Gateway } from './gateway.js'
import { createIsReserved, createZone } from './labels.js'
import { createNames, createSuggest, type Names } from './names.js'
import type { EnsConfig, NamesConfig } from './namesConfig.js'
import { createRegister, type Register } from './registrations.js'
import { createRegistry } from './registry.js'

/** The services of names for the routes. */
export interface Naming {
  readonly names: Names
  readonly avatars: Avatars
  /** null where the server gives no names */
  readonly register: Register | null
  /** null where no key to sign answers with is configured */
  readonly gateway: Gateway | null
  readonly background: readonly BackgroundWork[]
}

export interface NamingParameters {
  /** the names that the server gives; without it none */
  config: NamesConfig | undefined
  /** where ENS is asked; without it nowhere */
  ensConfig: EnsConfig | undefined
  publicUrl: string | undefined
  orm: Orm
  chains: Chains
  projects: Projects
  safeFetch: SafeFetch
  drawings: Drawings
  clock: Clock
  log: Log
}

const forgetEveryMs = 60 * 60_000

export function createNaming(parameters: NamingParameters): Naming {
  const { config, publicUrl, chains, safeFetch, drawings, clock, log } = parameters
  const own = config === undefined ? null : createOwn(config, parameters)
  const ens = openEns(parameters)
  const forgetting = { name: 'forget registrations', everyMs: forgetEveryMs, clock, log }
  return {
    names: createNames({ own, ens, publicUrl }),
    avatars: createAvatars({ own, ens, chains, safeFetch, drawings, clock }),
    register: own?.register ?? null,
    gateway: own?.gateway ?? null,
    background: own === null ? [] : [createRepeatedWork({ ...forgetting, round: own.registry.forgetRegistrations })],
  }
}

/** The names that the server gives itself. */
function createOwn(config: NamesConfig, { orm, chains, projects, clock }: NamingParameters) {
  const { now } = clock
  const { perDay, gatewayKey: key, ttlSeconds } = config
  const zone = createZone({ name: config.zone, aliases: config.aliases })
  const registry = createRegistry({ orm, zone: zone.name, perDay, now })
  const isReserved = createIsReserved(config.reserved)
  return {
    zone,
    registry,
    suggest: createSuggest({ zone, isReserved, registry }),
    register: createRegister({ zone, isReserved, config, projects, registry, chains, now }),
    gateway: isHex(key) ? createGateway({ zone, registry, key, ttlSeconds, now }) : null,
  }
}

function openEns({ ensConfig, chains, safeFetch, clock }: NamingParameters): Ens | null {
  if (ensConfig === undefined) return null
  const { chainId, universalResolver } = ensConfig
  return recallEns({ ens: createEns({ chain: chains.get(chainId), universalResolver, safeFetch }), clock })
}
