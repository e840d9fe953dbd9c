import { encoded, encodedUpTo, Id } from '@foyer/custody/bytes'
import { SiteOrigin, signedCall, Time } from '@foyer/custody/calls'
import { SocialName } from '@foyer/custody/person'
import * as v from 'valibot'
import { asking, KeepsIn, Session } from './loginCalls.js'
import { OwnDoor } from './ownDoor.js'

/* What the wallet's own pages alone ask of the login server: a frame has no use for it, and doesn't load it. Refusals are as of their other calls. */

/**
 * Adds a door of the visitor's own, which has opened the wallet once. Of its proof the login server has the hash: what stands there logs no one in.
 */
export const addOwnDoorCall = signedCall({
  id: 'addOwnDoor',
  path: '/login/v1/doors/own/add',
  payload: v.object({ wallet: Id, door: OwnDoor, proofHash: encoded(32) }),
})

/** The doors of the visitor's own that a wallet has, the first that was made first. */
export const listOwnDoorsCall = signedCall({
  id: 'listOwnDoors',
  path: '/login/v1/doors/own/list',
  payload: v.object({ wallet: Id }),
  reply: v.object({ doors: v.array(v.object({ door: OwnDoor, madeAt: Time })) }),
})

/** Answers what a door of the visitor's own is made of beside their part, to anyone who knows its random name: the passkey and the paper do. Asked without a session. */
export const findOwnDoorCall = signedCall({
  id: 'findOwnDoor',
  path: '/login/v1/doors/own/find',
  payload: v.object({ door: Id }),
  reply: v.object({ wallet: Id, door: OwnDoor }),
})

/**
 * Logs in by a door of the visitor's own: without a mail and without the keeper, since who opens the wallet needs no one's leave. The device is the person's
 * from now on.
 */
export const logInByDoorCall = signedCall({
  id: 'logInByDoor',
  path: '/login/v1/logins/door',
  payload: v.object({ ...asking, door: Id, proof: encoded(32), keepsIn: KeepsIn }),
  reply: Session,
})

/** The devices that the person has, for the wallet's own pages. */
export const listDevicesCall = signedCall({
  id: 'listDevices',
  path: '/login/v1/devices/list',
  payload: v.object({}),
  reply: v.object({
    devices: v.array(
      v.object({
        device: encodedUpTo(65),
        site: SiteOrigin,
        browser: v.string(),
        firstSeen: Time,
        lastSeen: Time,
      }),
    ),
  }),
})

/** Ends a device: its sessions, its doors. */
export const removeDeviceCall = signedCall({
  id: 'removeDevice',
  path: '/login/v1/devices/remove',
  payload: v.object({ device: encodedUpTo(65) }),
})

/** The providers by which visitors log in, as the operator has switched them on. A dapp names its own; it is asked before a person is known, and unsigned. */
export const listSocialsCall = {
  id: 'listSocials',
  method: 'post',
  path: '/login/v1/socials/list',
  reply: v.object({ providers: v.array(SocialName) }),
  projectIn: 'nowhere',
} as const
