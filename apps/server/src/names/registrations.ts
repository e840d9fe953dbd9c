import { createHash } from 'node:crypto'
import { chainIdOf, isHex } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import { type RegistrationBody, RegistrationMessage } from '@foyer/core/wire'
import { widerNetwork } from '@foyer/service/budget/clientAddress'
import { findUnstorable } from '@foyer/service/db/unstorable'
import * as v from 'valibot'
import type { Chain, Chains } from '../chains/chains.js'
import { isOriginAllowed } from '../projects/origins.js'
import type { Projects } from '../projects/projects.js'
import { FeatureOffError } from '../projects/refusals.js'
import { findSigner, type SignedMessage } from '../signatures/findSigner.js'
import { labelRefusal, normalizeName, type Zone } from './labels.js'
import type { NamesConfig } from './namesConfig.js'
import { NameRefusedError, NamesNotOfferedError } from './refusals.js'
import type { Registry } from './registry.js'

export interface Registration {
  readonly body: RegistrationBody
  /** the client that it is counted against */
  readonly client: string
  /** the `Origin` that the browser gave the request, where a page sent it */
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/**
 * Gives a name to the account that signed for it.
 * @throws NameRefusedError · NameTakenError · NameLimitError · NamesNotOfferedError · ChainUnavailableError: then nothing
 * was written
 * @see S7.17
 */
export type Register = (registration: Registration) => Promise<void>

export interface RegistrationsParameters {
  zone: Zone
  isReserved: (label: string) => boolean
  config: Pick<NamesConfig, 'windowSeconds' | 'requireProject'>
  projects: Projects
  registry: Registry
  chains: Chains
  now: () => number
}

export function createRegister(parameters: RegistrationsParameters): Register {
  const { zone, isReserved, config, projects, registry, chains, now } = parameters
  const { windowSeconds, requireProject } = config
  return async ({ body, client, origin, signal }) => {
    const message = readRegistrationMessage(body.message)
    const label = labelToGive({ name: message.name, zone, isReserved })
    checkTime({ message, windowSeconds, now: now() })
    await checkPage({ message, origin, projects, requireProject })
    const { coin_type: coinType } = body
    const { address, signature } = v.parse(Signer, body)
    const account = await signerKind({ chains, coinType, address, message: body.message, signature, signal })
    const { avatar = null, bio = null } = message.attributes
    const wider = widerNetwork(client)
    const network = wider === null ? null : sha256(wider)
    const counted = { digest: sha256(`${address} ${body.message}`), client: sha256(client), network }
    await registry.add({ label, address, coinType, account, avatar, bio, ...counted })
  }
}

/** The wire's texts as bytes; an address has one form here, in lower case. */
const Signer = v.object({
  address: v.pipe(v.string(), v.toLowerCase(), v.guard(isHex)),
  signature: v.pipe(v.string(), v.guard(isHex)),
})

/** Returns the label as signed: nothing is mended here. @throws {@link NameRefusedError} · {@link NamesNotOfferedError} */
function labelToGive(request: { name: string; zone: Zone; isReserved: (label: string) => boolean }): string {
  const { name, zone, isReserved } = request
  const label = zone.labelOf(name)
  if (label === null) {
    // Only the zone's own letters may have been written otherwise; then it is the visitor's name that is looked at.
    if (zone.labelOf(normalizeName(name) ?? '') === null) throw new NamesNotOfferedError()
    throw refused('name', 'Write the name in small letters.')
  }
  const description = labelRefusal({ label, isReserved })
  if (description !== null) throw refused('name', description)
  return label
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads what was signed. @throws {@link NameRefusedError} */
function readRegistrationMessage(text: string): RegistrationMessage {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RegistrationMessage), text)
  // The text is JSON of its own, whose escapes the border hasn't seen.
  if (parsed.success && findUnstorable(parsed.output) === null) return parsed.output
  throw refused('message', "The signed text isn't one that registers a name.")
}

interface CheckTime {
  message: RegistrationMessage
  windowSeconds: number
  /** milliseconds since 1970 */
  now: number
}

/** @throws {@link NameRefusedError} for a text that was signed too long ago, or is from the future. @see S9.22 */
function checkTime({ message, windowSeconds, now }: CheckTime): void {
  const ageSeconds = now / 1000 - message.timestamp
  if (ageSeconds > windowSeconds) throw refused('timestamp', 'This was signed too long ago. Sign again.')
  if (ageSeconds < -windowSeconds) {
    throw refused('timestamp', 'The clock of this device is ahead. Set it right and sign again.')
  }
}

interface CheckPage {
  message: RegistrationMessage
  /** the `Origin` that the browser gave the request, where a page sent it */
  origin: string | undefined
  projects: Projects
  /** whether a text that names no project is refused */
  requireProject: boolean
}

/**
 * A text that names its page and project is taken from that page only, and only where the page is one of the project's:
 * signed for one dapp, it is worth nothing to another. What AppKit 1.7.6 has signed names neither.
 * @throws {@link NameRefusedError} · {@link FeatureOffError}
 */
async function checkPage({ message, origin, projects, requireProject }: CheckPage): Promise<void> {
  const { domain, project: id } = message
  if (domain === undefined && id === undefined && !requireProject) return
  if (domain === undefined || id === undefined) {
    throw refused('message', "The signed text doesn't say for which page it is.")
  }
  if (origin !== undefined && hostOf(origin) !== domain) throw refused('domain', 'This was signed for another page.')
  const project = await projects.find(id)
  const origins = [`https://${domain}`, `http://${domain}`]
  if (project === null || !origins.some((each) => isOriginAllowed({ origin: each, project }))) {
    throw refused('project', "This page isn't one of the project's.")
  }
  if (project.featuresOff.includes('names')) throw new FeatureOffError({ feature: 'names' })
}

/** @returns null for an opaque origin */
const hostOf = (origin: string): string | null => parseUrl(origin)?.host ?? null

/**
 * @returns `key` where the address's own key signed, so that the address is its owner's on every EVM chain; `contract`
 * where the contract at the address, deployed or about to be, says on the named network that it signed
 * @throws {@link NameRefusedError} where the network isn't offered, or the address didn't sign · ChainUnavailableError
 * @see EIP-191, ERC-1271, ERC-6492
 */
async function signerKind({
  chains,
  coinType,
  ...signed
}: Omit<SignedMessage, 'chain'> & { chains: Chains; coinType: number }): Promise<'key' | 'contract'> {
  const kind = await findSigner({ ...signed, chain: chainOf({ chains, coinType }) })
  if (kind === null) throw refused('signature', "The signature isn't this account's.")
  return kind
}

const refused = (name: string, description: string) => new NameRefusedError({ name, description })

function chainOf({ chains, coinType }: { chains: Chains; coinType: number }): Chain {
  const chainId = chainIdOf(coinType)
  if (chainId === null) throw refused('coin_type', "Names can't be registered for this kind of network.")
  const chain = chains.find(`eip155:${chainId}`)
  if (chain !== undefined) return chain
  throw refused('coin_type', "Names can't be registered from this network.")
}
