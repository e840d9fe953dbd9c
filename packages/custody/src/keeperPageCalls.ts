import * as v from 'valibot'
import { encoded, encodedUpTo, Id } from './bytes.js'
import { SiteOrigin, signedCall, Time } from './calls.js'
import { EmailAddress } from './person.js'
import { PublicKey } from './signed.js'

/* What the wallet's own pages alone ask of the keeper: a frame has no use for it, and doesn't load it. Refusals are as of its other calls. */

/** Deletes the recovery door's part of a wallet, asked by a device or browser of its person. Whose the wallet is stays known. Deleted already is no fault. */
export const forgetPartCall = signedCall({
  id: 'forgetPart',
  path: '/keeper/v1/wallets/part/forget',
  payload: v.object({ wallet: Id }),
})

/** Ends a device at the keeper: it approves and cancels nothing any more, and its ceremonies are over. Asked by any device or browser of the person. */
export const forgetDeviceCall = signedCall({
  id: 'forgetDevice',
  path: '/keeper/v1/devices/forget',
  payload: v.object({ device: encodedUpTo(65) }),
})

/** A ceremony as the person's other devices and the keeper's page show it. */
const Shown = {
  site: SiteOrigin,
  /** Such as `Firefox on Windows`. */
  browser: v.string(),
  /** Such as `Vienna, AT`; none where the operator's proxy doesn't say it. */
  place: v.nullable(v.string()),
  beganAt: Time,
}

/** The ceremonies of other devices that this active device may approve or cancel: none for one that acts for no one, and isn't known. */
export const openCeremoniesCall = signedCall({
  id: 'openCeremonies',
  path: '/keeper/v1/ceremonies/open',
  payload: v.object({}),
  reply: v.object({
    isKnown: v.boolean(),
    ceremonies: v.array(
      v.object({
        ceremony: Id,
        ...Shown,
        /** Whom it is written to about it; null for who has no mailbox. */
        email: v.nullable(EmailAddress),
        opensAt: v.nullable(Time),
        /** Its device shows digits, by which it may be approved; else it may be cancelled alone. */
        asksDigits: v.boolean(),
      }),
    ),
  }),
})

const Digits = v.pipe(v.string(), v.regex(/^\d{4}$/, 'must be four digits'))

/** Approves another device's ceremony with the digits that it shows, so that the wallet opens at once. Wrong digits end it. */
export const approveCeremonyCall = signedCall({
  id: 'approveCeremony',
  path: '/keeper/v1/ceremonies/approve',
  payload: v.object({ ceremony: Id, digits: Digits }),
  reply: v.object({ status: v.picklist(['approved', 'wrongDigits']) }),
})

/** The secret of a mail's link, which stands in the address's fragment and reaches no log. */
const Link = encoded(32)

/** Null: at once. */
const HoldSeconds = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))
const Change = { email: EmailAddress, from: EmailAddress, to: EmailAddress }

/** View of a link on the keeper's page; opening it changes nothing. */
export const LinkView = v.variant('status', [
  v.object({
    status: v.literal('open'),
    ...Shown,
    email: EmailAddress,
    /**
     * The page asks for the digits that the browser shows which began it. At a first login that browser itself, by this key, is asked for none: it has signed both. Null
     * where a wallet is there, and every browser is asked.
     */
    noDigitsIn: v.nullable(PublicKey),
    /** When the wallet would open there: null at once, else after so many seconds from now. */
    holdSeconds: HoldSeconds,
  }),
  v.object({ status: v.literal('held'), ...Shown, email: EmailAddress, opensAt: Time }),
  /** The wallet was opened there: for 30 days anyone who has the mail may say that it wasn't them. */
  v.object({ status: v.literal('opened'), ...Shown, email: EmailAddress, openedAt: Time }),
  /** The wallet was made there, less than a day ago: anyone who has the mail may undo it. */
  v.object({ status: v.literal('made'), ...Shown, email: EmailAddress, openedAt: Time }),
  /** The wallet is to go from one mailbox to another, after so many seconds; `email` is whose mail it was. */
  v.object({ status: v.literal('change'), ...Shown, ...Change, holdSeconds: HoldSeconds }),
  /** Both mailboxes have confirmed that, and it waits. */
  v.object({ status: v.literal('changeHeld'), ...Shown, ...Change, opensAt: Time }),
  /** The wallet is to be deleted, and waits: it can be cancelled alone. */
  v.object({ status: v.literal('deletion'), ...Shown, opensAt: Time }),
  v.object({ status: v.literal('over') }),
])
export type LinkView = v.InferOutput<typeof LinkView>

/** Reads a link of the mail. */
export const readLinkCall = {
  id: 'readLink',
  method: 'post',
  path: '/keeper/v1/links/read',
  body: v.object({ link: Link }),
  reply: LinkView,
  projectIn: 'nowhere',
} as const

/**
 * Confirms the device that the link is of, with the digits that it shows, unless it is the browser that began a first login; signed by the key of the browser that
 * opened the page, which is known to the keeper from now on. Or confirms a change of the mailbox, in one of both.
 */
export const confirmLinkCall = signedCall({
  id: 'confirmLink',
  path: '/keeper/v1/links/confirm',
  payload: v.object({ link: Link, digits: v.nullable(Digits) }),
  reply: v.object({
    /** Of a change of the mailbox: `half` where the other one has still to confirm it. */
    status: v.picklist(['confirmed', 'held', 'wrongDigits', 'over', 'half', 'changing', 'changeHeld']),
    opensAt: v.nullable(Time),
  }),
})

/**
 * Refuses the device, or the change of the mailbox, that the link is of, and cancels what waits: a deletion, too. A device in which the wallet was opened is ended
 * with its sessions, at both servers; and a wallet that was made there less than a day ago is its person's no more, so that they can make their own.
 */
export const refuseLinkCall = {
  id: 'refuseLink',
  method: 'post',
  path: '/keeper/v1/links/refuse',
  body: v.object({ link: Link }),
  reply: v.object({
    /** A wallet was undone. */
    undone: v.boolean(),
  }),
  projectIn: 'nowhere',
} as const
