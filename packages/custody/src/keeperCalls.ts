import * as v from 'valibot'
import { encoded, Id, keyLength } from './bytes.js'
import { LanguageTag, NonceReply, SiteOrigin, signedCall, Time } from './calls.js'
import { EmailAddress, Person } from './person.js'
import { boxOverhead } from './sealedBox.js'
import { Nonce, PublicKey, Receipt } from './signed.js'

/*
 * Calls of the wallet's page to the keeper, under its own origin. Refusals are as the login server's; those that a visitor reads: `too_many_ceremonies`
 * (with `Retry-After`), `digits_missing` (the other browser shows none yet), `unconfirmed`, `already_bound`, `ceremony_over` (begin another) and
 * `device_unknown` (the wallet isn't open here, or the browser isn't known). The page's own faults: `signature_refused`, `not_committed`, `wrong_part`.
 */

/** The keeper's keys, which are built into the wallet's page. */
export const KeeperKeys = v.object({
  /** The key that recovery doors' parts are sealed to. */
  sealing: PublicKey,
  /** The key that verifies receipts. */
  signing: PublicKey,
})
export type KeeperKeys = v.InferOutput<typeof KeeperKeys>

/** A recovery door's part, sealed: to the keeper by the device that made it, or to a device by the keeper. */
export const SealedPart = encoded(boxOverhead + keyLength)

/** Uses of such boxes; each goes with its wallet (to the keeper) or its ceremony (to a device). */
export const boxUses = {
  toKeeper: 'recovery part to keeper',
  toDevice: 'recovery part to device',
  /** Proof of an account at a provider; it goes with its login and its device. */
  social: 'social proof to keeper',
} as const

export const keeperNonceCall = {
  id: 'keeperNonce',
  method: 'post',
  path: '/keeper/v1/nonce',
  reply: NonceReply,
  projectIn: 'nowhere',
} as const

/**
 * Begins the confirmation of a device: the mailbox gets a link. One is open for a device and person at a time, and asked for again it is the same one:
 * no second mail, the same nonce, as long as the device commits to the same. It is over at `expiresAt` unless the link was used by then: one that is held or
 * released is asked after (`ceremonyState`) beyond that. The answer is the same whether the address is known or not.
 */
export const beginCeremonyCall = signedCall({
  id: 'beginCeremony',
  path: '/keeper/v1/ceremonies',
  payload: v.object({
    email: EmailAddress,
    site: SiteOrigin,
    /** The device's commitment, see {@link commitmentOf}. */
    commitment: encoded(32),
    /** Of the mails about it; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.object({ ceremony: Id, keeperNonce: Nonce, expiresAt: Time }),
})

/** Reveals what the device committed to: the key that the keeper seals to, and the nonce. Asked for again with the same, it is nothing new. */
export const revealCall = signedCall({
  id: 'reveal',
  path: '/keeper/v1/ceremonies/reveal',
  payload: v.object({ ceremony: Id, key: PublicKey, deviceNonce: Nonce }),
})

/**
 * A ceremony's state. Nothing says whether a wallet is bound before the mailbox's link was used, and nothing opens a session before the device is let in: while it
 * waits, and where the wallet has no recovery door, the keeper states nothing of it.
 */
export const CeremonyState = v.variant('status', [
  /** The link wasn't used yet. */
  v.object({ status: v.literal('waiting') }),
  /** Refused on the keeper's page, over, or the digits were wrong. */
  v.object({ status: v.literal('ended'), reason: v.picklist(['refused', 'expired', 'wrongDigits', 'cancelled']) }),
  /** A first login: the device makes the wallet. */
  v.object({ status: v.literal('unbound'), confirmation: Receipt, receipt: Receipt }),
  /** The person has a wallet, and the operator's waiting time runs: it opens then unless it is cancelled. */
  v.object({ status: v.literal('held'), opensAt: Time }),
  /** The recovery door's part, sealed to the device. */
  v.object({ status: v.literal('released'), confirmation: Receipt, receipt: Receipt, part: SealedPart }),
  /** The wallet has no recovery door any more: it opens by a passkey or a paper. */
  v.object({ status: v.literal('secured') }),
])
export type CeremonyState = v.InferOutput<typeof CeremonyState>

/** Asks how far a ceremony is; answers once that is another status than the one that is known, or after 20 seconds. */
export const ceremonyStateCall = signedCall({
  id: 'ceremonyState',
  path: '/keeper/v1/ceremonies/state',
  payload: v.object({
    ceremony: Id,
    known: v.nullable(v.picklist(['waiting', 'ended', 'unbound', 'held', 'released', 'secured'])),
  }),
  reply: CeremonyState,
})

/** Ends a ceremony of the device's own, or one that waits to open the person's wallet, by any of their devices. */
export const cancelCeremonyCall = signedCall({
  id: 'cancelCeremony',
  path: '/keeper/v1/ceremonies/cancel',
  payload: v.object({ ceremony: Id }),
})

/** Binds the person to the wallet that their confirmed device has made. The same again gives the same; another wallet is refused. */
export const bindWalletCall = signedCall({
  id: 'bindWallet',
  path: '/keeper/v1/wallets/bind',
  payload: v.object({ ceremony: Id, wallet: Id, part: SealedPart }),
  reply: v.object({ receipt: Receipt }),
})

/** The part that a known browser's word releases: the recovery door's part, sealed to the frame's key. */
export const Released = v.object({
  status: v.literal('released'),
  ceremony: Id,
  confirmation: Receipt,
  receipt: Receipt,
  part: SealedPart,
})
export type Released = v.InferOutput<typeof Released>

/**
 * In a browser that is known, which it is once a wallet has opened that was confirmed there: releases the recovery door's part to the frame of another site, without mail, digits or waiting. Signed by the browser's key,
 * on the page that names the asking site. Where the recovery door was removed, nothing is released.
 */
export const continueCall = signedCall({
  id: 'continue',
  path: '/keeper/v1/continue',
  payload: v.object({
    site: SiteOrigin,
    /** The frame's signing key, which becomes a device's. */
    device: PublicKey,
    /** The frame's key that the part is sealed to. */
    key: PublicKey,
    /** Whose wallet; that which the browser has had last unless said. */
    person: v.optional(Person),
    /** Of the mail about it; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.variant('status', [Released, v.object({ status: v.literal('secured') })]),
})
