import * as v from 'valibot'
import { clocksApartMs } from './clocks.js'
import { ActsLaterError } from './refusals.js'
import type { LoginSession } from './sessions.js'

/**
 * The most that a call of the login server changes, of the person whose session it is made in:
 *
 * - `noSession`: nothing, as it is made in no session.
 * - `nothing`: it reads.
 * - `device`: what is the asking device's own.
 * - `byKind`: a door; the asking device's own where the payload says that it is a device's, else the wallet's.
 * - `wallet`: what is the person's, or another device's.
 */
type Changes = 'noSession' | 'nothing' | 'device' | 'byKind' | 'wallet'

/** Every call of the login server. A device that doesn't act yet changes nothing but what is its own. */
export const loginCalls = {
  addDoor: 'byKind',
  addOwnDoor: 'wallet',
  allowDeletion: 'wallet',
  answerSocial: 'noSession',
  answerWindow: 'noSession',
  askCallable: 'noSession',
  askVouched: 'noSession',
  askWindow: 'device',
  beginEmailChange: 'wallet',
  beginLogin: 'noSession',
  beginSocial: 'noSession',
  claimWallet: 'wallet',
  closeDeletion: 'noSession',
  contribute: 'byKind',
  endDeletion: 'noSession',
  agreeOnWallet: 'noSession',
  endDevice: 'noSession',
  endSession: 'noSession',
  exchangeSocial: 'noSession',
  findOwnDoor: 'noSession',
  finishDeletion: 'noSession',
  finishSocial: 'noSession',
  pollChannel: 'noSession',
  pollSocial: 'noSession',
  pollWindow: 'device',
  keepWallet: 'wallet',
  nameSite: 'noSession',
  listDevices: 'nothing',
  listOwnDoors: 'nothing',
  listSocials: 'noSession',
  listSponsored: 'nothing',
  logInByDoor: 'noSession',
  loginNonce: 'noSession',
  noticeDeletion: 'noSession',
  openChannel: 'noSession',
  openDoor: 'nothing',
  quotePaymaster: 'nothing',
  quoteSponsored: 'nothing',
  readDeletion: 'nothing',
  readSocial: 'noSession',
  readPaymaster: 'nothing',
  readSponsored: 'nothing',
  readWallet: 'nothing',
  readWindow: 'noSession',
  removeDevice: 'wallet',
  removeDoor: 'byKind',
  renewSession: 'noSession',
  sendCode: 'noSession',
  sendPaymaster: 'wallet',
  sendSponsored: 'wallet',
  showSocial: 'noSession',
  stopDeletion: 'wallet',
  verifyCode: 'noSession',
  verifyEmailChange: 'wallet',
} as const satisfies Readonly<Record<string, Changes>>

type LoginCall = keyof typeof loginCalls
type CallThat<Is extends Changes> = { [Id in LoginCall]: (typeof loginCalls)[Id] extends Is ? Id : never }[LoginCall]

/** The calls that are made in a session, and the others. */
export type SessionCall = CallThat<Exclude<Changes, 'noSession'>>
export type OpenCall = CallThat<'noSession'>

interface MayChange {
  readonly call: string
  readonly payload: unknown
  readonly by: LoginSession
  readonly now: number
}

/** @throws {@link ActsLaterError} for a device that doesn't act yet, and a call that may change more than is its own */
export function refuseBeforeItActs({ call, payload, by, now }: MayChange): void {
  const leftMs = by.actsFrom.getTime() - clocksApartMs - now
  if (leftMs <= 0) return
  const changes = isLoginCall(call) ? loginCalls[call] : 'wallet'
  if (changes === 'wallet' || (changes === 'byKind' && !v.is(OfDevice, payload)))
    throw new ActsLaterError({ retryAfterSeconds: Math.ceil(leftMs / 1000) })
}

const isLoginCall = (id: string): id is LoginCall => Object.hasOwn(loginCalls, id)

/** Of a payload that says of which kind its door is. */
const OfDevice = v.object({ kind: v.literal('device') })
