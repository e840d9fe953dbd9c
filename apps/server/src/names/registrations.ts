import { createHash } from 'node:crypto'
import { isHex } from '@foyer/core/chain'
import type { RegistrationBody } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Projects } from '../projects/projects.js'
import { labelRefusal, normalizeName } from './labelRule.js'
import type { NamesConfig } from './namesConfig.js'
import { NameRefusedError, NamesNotOfferedError } from './refusals.js'
import { checkPage, checkTime, readRegistrationMessage } from './registrationMessage.js'
import type { Registry } from './registry.js'
import type { Signers } from './signers.js'
import type { Zone } from './zone.js'

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
  signers: Signers
  now: () => number
}

export function createRegister({
  zone,
  isReserved,
  config: { windowSeconds, requireProject },
  projects,
  registry,
  signers,
  now,
}: RegistrationsParameters): Register {
  return async ({ body, client, origin, signal }) => {
    const message = readRegistrationMessage(body.message)
    const label = labelToGive({ name: message.name, zone, isReserved })
    checkTime({ message, windowSeconds, now: now() })
    await checkPage({ message, origin, projects, requireProject })
    const { coin_type: coinType } = body
    const { address, signature } = v.parse(Signer, body)
    const account = await signers.kindOf({ coinType, address, message: body.message, signature, signal })
    const { avatar = null, bio = null } = message.attributes
    await registry.add({
      label,
      address,
      coinType,
      account,
      avatar,
      bio,
      digest: sha256(`${address} ${body.message}`),
      client: sha256(client),
    })
  }
}

/** The wire's texts as bytes; an address has one form here, in lower case. */
const Signer = v.object({
  address: v.pipe(v.string(), v.toLowerCase(), v.guard(isHex)),
  signature: v.pipe(v.string(), v.guard(isHex)),
})

interface LabelToGive {
  name: string
  zone: Zone
  isReserved: (label: string) => boolean
}

/** What is signed is what is given: nothing is mended here. @throws {@link NameRefusedError} · {@link NamesNotOfferedError} */
function labelToGive({ name, zone, isReserved }: LabelToGive): string {
  const label = zone.labelOf(name)
  if (label === null) {
    // Only the zone's own letters may have been written otherwise; then it is the visitor's name that is looked at.
    if (zone.labelOf(normalizeName(name) ?? '') === null) throw new NamesNotOfferedError()
    throw new NameRefusedError({ name: 'name', description: 'Write the name in small letters.' })
  }
  const description = labelRefusal({ label, isReserved })
  if (description !== null) throw new NameRefusedError({ name: 'name', description })
  return label
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
