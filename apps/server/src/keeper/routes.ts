import {
  approveCeremonyCall,
  askDeletionCall,
  askEmailChangeCall,
  beginCeremonyCall,
  bindWalletCall,
  cancelCeremonyCall,
  cancelDeletionCall,
  cancelEmailChangeCall,
  ceremonyStateCall,
  confirmLinkCall,
  continueCall,
  deletionStateCall,
  emailChangeStateCall,
  forgetDeviceCall,
  forgetPartCall,
  keeperNonceCall,
  openCeremoniesCall,
  openEmailChangesCall,
  proveSocialCall,
  readLinkCall,
  refuseLinkCall,
  revealCall,
} from '@foyer/embedded/custody'
import type { Context } from 'hono'
import { NotFoundError } from '../errors/refusals.js'
import { browserName } from '../mail/browserName.js'
import type { Env } from '../routes/env.js'
import { routeOn } from '../routes/route.js'
import { beginCeremony, reveal } from './begin.js'
import { askDeletion, cancelDeletion, deletionState } from './deletions.js'
import { approveCeremony, cancelCeremony, forgetDevice, openCeremonies } from './devices.js'
import { askEmailChange, cancelEmailChange, emailChangeState } from './emailChanges.js'
import { confirmLink, readLink, refuseLink } from './links.js'
import { openEmailChanges } from './openEmailChanges.js'
import type { KeeperServices } from './services.js'
import { proveSocial } from './socials.js'
import { ceremonyState } from './state.js'
import { bindWallet, continueIn, forgetPart } from './wallets.js'

const route = routeOn<KeeperServices>()
const shared = { group: 'Keeper', access: 'wallet' } as const
const done = { ...shared, status: 204 } as const

interface Asked {
  readonly services: Pick<KeeperServices, 'placeOf'>
  readonly signer: string
  readonly client: string
  readonly c: Context<Env>
}

/** Who asks, and whence: what a mail says of it, and what limits count by. */
const askerOf = ({ services, signer: device, client, c }: Asked) => ({
  device,
  client,
  browser: browserName(c.req.header('user-agent')),
  place: services.placeOf(c),
})

/** A new device: begun there, confirmed elsewhere. */
const ceremonies = [
  route(
    { ...keeperNonceCall, ...shared, summary: 'Gives a nonce that the next call is signed over, for 60 seconds.' },
    ({ services: { signedCalls } }) => {
      if (signedCalls === null) throw new NotFoundError()
      return { nonce: signedCalls.nonce() }
    },
  ),
  route({ ...beginCeremonyCall, ...shared, cost: 10, summary: 'Begins the confirmation of a device.' }, (request) =>
    beginCeremony(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...revealCall, ...done, summary: 'Takes what the device committed to.' },
    async ({ services, payload, signer: device }) => {
      await reveal(services.keeper, { ...payload, device })
      return undefined
    },
  ),
  route(
    { ...proveSocialCall, ...shared, cost: 10, summary: 'Confirms a device by what a provider states of an account.' },
    (request) => proveSocial(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...ceremonyStateCall, ...shared, summary: 'Says how far a ceremony is, once that is something new.' },
    ({ services, payload, signer: device, signal }) =>
      ceremonyState(services.keeper, { ...payload, device, signal: AbortSignal.any([signal, services.leaving]) }),
  ),
  route(
    { ...cancelCeremonyCall, ...done, summary: 'Ends a ceremony before the wallet is open.' },
    async ({ services, payload, signer: device }) => {
      await cancelCeremony(services.keeper, { ...payload, device })
      return undefined
    },
  ),
  route(
    { ...bindWalletCall, ...shared, cost: 5, summary: 'Binds the person to the wallet that their device made.' },
    ({ services, payload, signer: device }) => bindWallet(services.keeper, { ...payload, device }),
  ),
]

/** What a person's other devices do. */
const devices = [
  route(
    { ...openCeremoniesCall, ...shared, summary: 'Lists what another device asks for.' },
    ({ services, signer: device }) => openCeremonies(services.keeper, { device }),
  ),
  route(
    { ...approveCeremonyCall, ...shared, cost: 5, summary: 'Approves another device by the digits that it shows.' },
    ({ services, payload, signer: device }) => approveCeremony(services.keeper, { ...payload, device }),
  ),
  route(
    { ...continueCall, ...shared, cost: 5, summary: 'Opens the wallet at another site of a known browser.' },
    ({ services, payload, signer: browser, c }) =>
      continueIn(services.keeper, {
        ...payload,
        browser,
        name: browserName(c.req.header('user-agent')),
        place: services.placeOf(c),
      }),
  ),
  route(
    { ...forgetPartCall, ...done, summary: 'Deletes the part of a recovery door that was removed.' },
    async ({ services, payload, signer: by }) => {
      await forgetPart(services.keeper, { ...payload, by })
      return undefined
    },
  ),
  route(
    { ...forgetDeviceCall, ...done, summary: 'Ends a device at the keeper.' },
    async ({ services, payload, signer: by }) => {
      await forgetDevice(services.keeper, { ...payload, by })
      return undefined
    },
  ),
]

/** Another mailbox for a wallet. */
const emailChanges = [
  route(
    { ...askEmailChangeCall, ...shared, cost: 10, summary: 'Asks both mailboxes whether a wallet goes to the other.' },
    (request) => askEmailChange(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...emailChangeStateCall, ...shared, summary: 'Says how far such a change is, once that is something new.' },
    ({ services, payload, signer: device, signal }) =>
      emailChangeState(services.keeper, { ...payload, device, signal: AbortSignal.any([signal, services.leaving]) }),
  ),
  route(
    { ...openEmailChangesCall, ...shared, summary: 'Lists such changes that nothing has come of yet.' },
    ({ services, signer: device }) => openEmailChanges(services.keeper, { device }),
  ),
  route(
    { ...cancelEmailChangeCall, ...done, summary: 'Ends such a change before the wallet has gone.' },
    async ({ services, payload, signer: device }) => {
      await cancelEmailChange(services.keeper, { ...payload, device })
      return undefined
    },
  ),
]

/** The end of a wallet. */
const deletions = [
  route({ ...askDeletionCall, ...shared, cost: 10, summary: 'Has a wallet wait for its deletion.' }, (request) =>
    askDeletion(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...deletionStateCall, ...shared, summary: 'Says whether a wallet is to be deleted, or was.' },
    ({ services, payload, signer: device }) => deletionState(services.keeper, { ...payload, device }),
  ),
  route(
    { ...cancelDeletionCall, ...done, summary: 'Cancels a deletion that waits.' },
    async ({ services, payload, signer: device }) => {
      await cancelDeletion(services.keeper, { ...payload, device })
      return undefined
    },
  ),
]

/** What the page does that the mail's link opens. */
const links = [
  route(
    { ...readLinkCall, ...shared, summary: 'Says what a link is about; it changes nothing.' },
    ({ services, body }) => readLink(services.keeper, body),
  ),
  route(
    { ...confirmLinkCall, ...shared, cost: 5, summary: 'Confirms the device that a link is of.' },
    ({ services, payload, signer: browser }) => confirmLink(services.keeper, { ...payload, browser }),
  ),
  route(
    { ...refuseLinkCall, ...done, summary: 'Refuses the device that a link is of.' },
    async ({ services, body }) => {
      await refuseLink(services.keeper, body)
      return undefined
    },
  ),
]

/** Every call that the wallet's page makes of the keeper. */
export const keeperRoutes = [...ceremonies, ...devices, ...emailChanges, ...deletions, ...links]
