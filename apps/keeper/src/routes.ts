import { askDeletionCall, cancelDeletionCall, deletionStateCall } from '@foyer/custody/deletionCalls'
import {
  askEmailChangeCall,
  cancelEmailChangeCall,
  emailChangeStateCall,
  openEmailChangesCall,
} from '@foyer/custody/emailChangeCalls'
import {
  beginCeremonyCall,
  bindWalletCall,
  cancelCeremonyCall,
  ceremonyStateCall,
  continueCall,
  keeperNonceCall,
  revealCall,
} from '@foyer/custody/keeperCalls'
import {
  approveCeremonyCall,
  confirmLinkCall,
  forgetDeviceCall,
  forgetPartCall,
  openCeremoniesCall,
  readLinkCall,
  refuseLinkCall,
} from '@foyer/custody/keeperPageCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { NotFoundError } from '@foyer/service/errors/refusals'
import { browserName } from '@foyer/service/mail/browserName'
import type { Env } from '@foyer/service/route/env'
import type { BudgetedOperation } from '@foyer/service/route/operation'
import { routeOn } from '@foyer/service/route/routeOn'
import { providerLimits } from '@foyer/service/socials/providerShares'
import type { Context } from 'hono'
import { beginCeremony, reveal } from './begin.js'
import { askDeletion, cancelDeletion, deletionState } from './deletions.js'
import { approveCeremony, cancelCeremony, forgetDevice, openCeremonies } from './devices.js'
import { askEmailChange, cancelEmailChange, emailChangeState } from './emailChanges.js'
import { keeperLimits as limits, keeperRooms as rooms } from './keeperLimits.js'
import { confirmLink, readLink, refuseLink } from './links.js'
import { openEmailChanges } from './openEmailChanges.js'
import type { KeeperServices } from './services.js'
import { proveSocial } from './socials.js'
import { ceremonyState } from './state.js'
import { bindWallet, continueIn, forgetPart } from './wallets.js'

const route = routeOn<KeeperServices, BudgetedOperation>()
const shared = { group: 'Keeper', access: 'wallet' } as const
const done = { ...shared, status: 204 } as const

interface Asked {
  readonly services: Pick<KeeperServices, 'placeOf'>
  readonly signer: string
  readonly client: string
  readonly c: Context<Env>
}

/** The origin of a request, its asker and place: what a mail says of it, and what limits count by. */
const askerOf = ({ services, signer: device, client, c }: Asked) => ({
  device,
  client,
  browser: browserName(c.req.header('user-agent')),
  place: services.placeOf(c),
})

interface Waiting extends Pick<Asked, 'signer' | 'client'> {
  readonly services: Pick<KeeperServices, 'leaving'>
  readonly signal: AbortSignal
}

/** A wait for something new: until it is there, or the asker or this node leaves. */
const waiterOf = ({ services, signer: device, client, signal }: Waiting) => ({
  device,
  client,
  signal: AbortSignal.any([signal, services.leaving]),
})

/** A new device: begun there, confirmed elsewhere. */
const ceremonies = [
  route(
    {
      ...keeperNonceCall,
      ...shared,
      budget: 'nothing',
      summary: 'Gives a nonce that the next call is signed over, for 60 seconds.',
    },
    ({ services: { signedCalls } }) => {
      if (signedCalls === null) throw new NotFoundError()
      return { nonce: signedCalls.nonce() }
    },
  ),
  route(
    {
      ...beginCeremonyCall,
      ...shared,
      budget: {
        does: ['sends', 'stores'],
        within: [
          limits.network,
          limits.firstOfNetwork,
          limits.ownDevice,
          limits.mailPause,
          limits.mailHour,
          limits.mailStrangers,
          limits.mailOne,
          limits.mailAgain,
        ],
      },
      cost: 10,
      summary: 'Begins the confirmation of a device.',
    },
    (request) => beginCeremony(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...revealCall, ...done, budget: 'nothing', summary: 'Takes what the device committed to.' },
    ({ services, payload, signer: device }) => reveal(services.keeper, { ...payload, device }),
  ),
  route(
    {
      ...proveSocialCall,
      ...shared,
      budget: {
        does: ['asks', 'sends', 'stores'],
        within: [
          limits.socialNetwork,
          limits.socialDevice,
          limits.socialAccount,
          limits.socialStrangers,
          ...Object.values(providerLimits),
        ],
      },
      cost: 10,
      summary: 'Confirms a device by what a provider states of an account.',
    },
    (request) => proveSocial(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    {
      ...ceremonyStateCall,
      ...shared,
      budget: 'nothing',
      summary: 'Says how far a ceremony is, once that is something new.',
    },
    (request) => ceremonyState(request.services.keeper, { ...request.payload, ...waiterOf(request) }),
  ),
  route(
    { ...cancelCeremonyCall, ...done, budget: 'nothing', summary: 'Ends a ceremony before the wallet is open.' },
    ({ services, payload, signer: device }) => cancelCeremony(services.keeper, { ...payload, device }),
  ),
  route(
    {
      ...bindWalletCall,
      ...shared,
      budget: { does: ['sends', 'stores'], within: [rooms.wallets] },
      cost: 5,
      summary: 'Binds the person to the wallet that their device made.',
    },
    ({ services, payload, signer: device }) => bindWallet(services.keeper, { ...payload, device }),
  ),
]

/** Calls of a person's other devices. */
const devices = [
  route(
    { ...openCeremoniesCall, ...shared, budget: 'nothing', summary: 'Lists what another device asks for.' },
    ({ services, signer: device }) => openCeremonies(services.keeper, { device }),
  ),
  route(
    {
      ...approveCeremonyCall,
      ...shared,
      budget: { does: ['sends'], within: [limits.typedOnDevice] },
      cost: 5,
      summary: 'Approves another device by the digits that it shows.',
    },
    ({ services, payload, signer: device }) => approveCeremony(services.keeper, { ...payload, device }),
  ),
  route(
    {
      ...continueCall,
      ...shared,
      budget: { does: ['sends', 'stores'], within: [limits.continueHour, limits.continueDay, rooms.continued] },
      cost: 5,
      summary: 'Opens the wallet at another site of a known browser.',
    },
    (request) => continueIn(request.services.keeper, { ...askerOf(request), ...request.payload, by: request.signer }),
  ),
  route(
    {
      ...forgetPartCall,
      ...done,
      budget: { does: ['asks'], within: [limits.securedAsked] },
      summary: 'Deletes the part of a recovery door that was removed.',
    },
    ({ services, payload, signer: by }) => forgetPart(services.keeper, { ...payload, by }),
  ),
  route(
    { ...forgetDeviceCall, ...done, budget: 'nothing', summary: 'Ends a device at the keeper.' },
    ({ services, payload, signer: by }) => forgetDevice(services.keeper, { ...payload, by }),
  ),
]

/** Another mailbox for a wallet. */
const emailChanges = [
  route(
    {
      ...askEmailChangeCall,
      ...shared,
      budget: {
        does: ['sends', 'stores'],
        within: [limits.changeAccount, limits.changeNetwork, limits.changeStrangers, limits.changeOne],
      },
      cost: 10,
      summary: 'Asks both mailboxes whether a wallet goes to the other.',
    },
    (request) => askEmailChange(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    {
      ...emailChangeStateCall,
      ...shared,
      budget: { does: ['sends'], within: [limits.changeAccount] },
      summary: 'Says how far such a change is, once that is something new.',
    },
    (request) => emailChangeState(request.services.keeper, { ...request.payload, ...waiterOf(request) }),
  ),
  route(
    {
      ...openEmailChangesCall,
      ...shared,
      budget: 'nothing',
      summary: 'Lists such changes that nothing has come of yet.',
    },
    ({ services, signer: device }) => openEmailChanges(services.keeper, { device }),
  ),
  route(
    { ...cancelEmailChangeCall, ...done, budget: 'nothing', summary: 'Ends such a change before the wallet has gone.' },
    ({ services, payload, signer: device }) => cancelEmailChange(services.keeper, { ...payload, device }),
  ),
]

/** The end of a wallet. */
const deletions = [
  route(
    {
      ...askDeletionCall,
      ...shared,
      budget: { does: ['asks', 'sends', 'stores'], within: [limits.deletionAccount] },
      cost: 10,
      summary: 'Has a wallet wait for its deletion.',
    },
    (request) => askDeletion(request.services.keeper, { ...request.payload, ...askerOf(request) }),
  ),
  route(
    { ...deletionStateCall, ...shared, budget: 'nothing', summary: 'Says whether a wallet is to be deleted, or was.' },
    ({ services, payload, signer: device }) => deletionState(services.keeper, { ...payload, device }),
  ),
  route(
    {
      ...cancelDeletionCall,
      ...done,
      budget: { does: ['asks'], within: [limits.deletionAccount] },
      summary: 'Cancels a deletion that waits.',
    },
    ({ services, payload, signer: device }) => cancelDeletion(services.keeper, { ...payload, device }),
  ),
]

/** Calls of the page that the mail's link opens. */
const links = [
  route(
    { ...readLinkCall, ...shared, budget: 'nothing', summary: 'Says what a link is about; it changes nothing.' },
    ({ services, body }) => readLink(services.keeper, body),
  ),
  route(
    {
      ...confirmLinkCall,
      ...shared,
      budget: { does: ['sends'], within: [limits.typedInLink, rooms.links] },
      cost: 5,
      summary: 'Confirms the device that a link is of.',
    },
    ({ services, payload, signer: browser }) => confirmLink(services.keeper, { ...payload, browser }),
  ),
  route(
    {
      ...refuseLinkCall,
      ...shared,
      budget: { does: ['asks'], within: [limits.undoneAsked] },
      summary: 'Refuses the device that a link is of.',
    },
    ({ services, body }) => refuseLink(services.keeper, body),
  ),
]

/** Every call that the wallet's page makes of the keeper. */
export const keeperRoutes = [...ceremonies, ...devices, ...emailChanges, ...deletions, ...links]
