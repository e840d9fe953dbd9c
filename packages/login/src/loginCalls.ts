import { limits } from '@foyer/core/limits'
import { encoded, Id, keyLength } from '@foyer/custody/bytes'
import { LanguageTag, NonceReply, SiteOrigin, signedCall, Time } from '@foyer/custody/calls'
import { EmailAddress, LoggedIn } from '@foyer/custody/person'
import { Receipt } from '@foyer/custody/signed'
import * as v from 'valibot'
import { doorKinds, SharedDoorKind, wrapLength } from './door.js'
import { vaultLength } from './vault.js'

/*
 * Calls of the wallet's page to the login server, under its own origin. Refusals have HTTP's status and the body `{ error: { code, message, field? } }`;
 * those that a visitor reads have a code of their own: `code_wrong`, `code_expired`, `code_replaced`, `too_many_tries`, `too_many_codes` (with `Retry-After`),
 * `unconfirmed`, `session_over`, `acts_later` (with `Retry-After`: the device is new, and changes its own door alone until then), and for an export `login_too_old`. The page's own: `signature_refused`, `wallet_unknown`, `wallet_taken`, `door_unknown`,
 * `door_taken`, `last_door`, `not_secured`, `too_many_unfinished`, `window_unknown`, `window_taken`.
 */

export const loginNonceCall = {
  id: 'loginNonce',
  method: 'post',
  path: '/login/v1/nonce',
  reply: NonceReply,
  projectIn: 'nowhere',
} as const

/** Which site asks, of which project; none on the wallet's own pages, whose site is the wallet's origin. */
export const asking = {
  projectId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId))),
  site: SiteOrigin,
}

/**
 * Begins a login by e-mail. A device that the person has, or one that the keeper has confirmed for them, is sent a code; any other is to be confirmed
 * first. The answer is the same whether the address is known or not.
 */
export const beginLoginCall = signedCall({
  id: 'beginLogin',
  path: '/login/v1/logins',
  payload: v.object({
    email: EmailAddress,
    ...asking,
    /** The keeper's, that this device was confirmed. */
    confirmation: v.optional(Receipt),
    /** Of the mail with the code; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.object({
    login: Id,
    action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP']),
    /** How long a code is good from when it is sent, as the operator set it; the same for every address. */
    codeSeconds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
})

/** A session, by which the page acts for at most 15 minutes. The token that renews it is a cookie that no script reads, or lies with the page where cookies don't work. */
export const Session = v.object({
  accessToken: v.pipe(v.string(), v.maxLength(limits.authToken)),
  /** Of the access token. */
  expiresAt: Time,
  /** Only where the page asked for it. */
  refreshToken: v.optional(v.pipe(v.string(), v.maxLength(limits.authToken))),
  ...LoggedIn.entries,
  /** Bound to the person, by the keeper's receipt that the login server holds; null before the first wallet. */
  wallet: v.nullable(Id),
})
export type Session = v.InferOutput<typeof Session>

/** Where the token lies that renews a session. */
export const KeepsIn = v.picklist(['cookie', 'page'])

/** Ends a login with its code, and begins the session. A device that was confirmed is the person's from now on. */
export const verifyCodeCall = signedCall({
  id: 'verifyCode',
  path: '/login/v1/codes/verify',
  payload: v.object({
    login: Id,
    code: v.pipe(v.string(), v.regex(/^\d{6}$/, 'must be six digits')),
    keepsIn: KeepsIn,
  }),
  reply: Session,
})

/** The token that renews a session, where the page keeps it; else the cookie has it. */
const renewing = v.object({ refreshToken: v.optional(v.pipe(v.string(), v.maxLength(limits.authToken))) })

/** Renews the session: the token that renews is used up, and gives its successor. */
export const renewSessionCall = signedCall({
  id: 'renewSession',
  path: '/login/v1/session/renew',
  payload: renewing,
  reply: Session,
})

/** Ends the session, and all that was renewed from it. One that is over already is no fault. */
export const endSessionCall = signedCall({ id: 'endSession', path: '/login/v1/session/end', payload: renewing })

/** A door as the login server has it, whose other part it keeps to itself. */
export const Door = v.object({ door: Id, kind: SharedDoorKind, wrap: encoded(wrapLength) })
export type Door = v.InferOutput<typeof Door>

/** An account of a wallet: its family by CAIP-2's namespace, its address as CAIP-10 has it. What kind of account it is, the chain says, and no one keeps. */
const WalletAddress = v.object({
  family: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/, 'must be a namespace of CAIP-2')),
  address: v.pipe(v.string(), v.regex(/^[-.%a-zA-Z0-9]{1,128}$/, 'must be an address as CAIP-10 has it')),
})

/** Every account of a wallet; of a family the first is the one in front. */
export const WalletAddresses = v.pipe(v.array(WalletAddress), v.minLength(1), v.maxLength(64), v.readonly())
export type WalletAddresses = v.InferOutput<typeof WalletAddresses>

/** A wallet's address in a family; undefined where it has none. */
export const addressIn = (addresses: WalletAddresses, family: string): string | undefined =>
  addresses.find((each) => each.family === family)?.address

/* From here on each call has the access token in `Authorization: Bearer`, whose device signs. */

/** Gives the server's contribution to a door that is being made; a door that isn't finished within an hour goes. */
export const contributeCall = signedCall({
  id: 'contribute',
  path: '/login/v1/doors/contribute',
  payload: v.object({ wallet: Id, door: Id, kind: SharedDoorKind }),
  reply: v.object({ b: encoded(keyLength) }),
})

/**
 * Keeps a new wallet with the doors that were contributed to. It is the person's once the keeper's receipt says so ({@link claimWalletCall}): a browser that
 * ends in between has made nothing that a later login meets.
 */
export const keepWalletCall = signedCall({
  id: 'keepWallet',
  path: '/login/v1/wallets',
  payload: v.object({
    wallet: Id,
    vault: encoded(vaultLength),
    addresses: WalletAddresses,
    doors: v.pipe(v.array(Door), v.minLength(1), v.maxLength(4)),
  }),
})

/** Makes the wallet that the keeper's receipt names the person's: a new one, or one that was bound to another mailbox. */
export const claimWalletCall = signedCall({
  id: 'claimWallet',
  path: '/login/v1/wallets/claim',
  payload: v.object({ receipt: Receipt }),
})

/** The person's wallet with the doors that open with this server's part, without what opens them. */
export const readWalletCall = signedCall({
  id: 'readWallet',
  path: '/login/v1/wallets/read',
  payload: v.object({ wallet: Id }),
  reply: v.object({ wallet: Id, vault: encoded(vaultLength), addresses: WalletAddresses, doors: v.array(Door) }),
})

/** Gives the server's contribution to a door: a device's to that device, the recovery door's to a device that the keeper has confirmed. */
export const openDoorCall = signedCall({
  id: 'openDoor',
  path: '/login/v1/doors/open',
  payload: v.object({ wallet: Id, door: Id, purpose: v.picklist(['sign', 'renew', 'enrol', 'export']) }),
  reply: v.object({ b: encoded(keyLength) }),
})

/** Adds a door that was contributed to. */
export const addDoorCall = signedCall({
  id: 'addDoor',
  path: '/login/v1/doors/add',
  payload: v.object({ wallet: Id, ...Door.entries }),
})

/**
 * Removes a door: its contribution and its wrap are deleted. The recovery door goes only once a passkey and a paper, or two papers, open the wallet as well;
 * without it, none of those goes that leaves fewer. Of a device's door, only that of the device that asks: another's goes with its device.
 */
export const removeDoorCall = signedCall({
  id: 'removeDoor',
  path: '/login/v1/doors/remove',
  payload: v.object({ wallet: Id, door: Id, kind: v.picklist(doorKinds) }),
})
