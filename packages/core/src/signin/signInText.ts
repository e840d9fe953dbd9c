import { ownError, refusalOf } from '../connection/failure.js'
import { contextOf } from '../context.js'
import { SignInDisabledError } from '../errors/config.js'
import { InvalidSessionError } from '../errors/signIn.js'
import type { Foyer } from '../foyer.js'
import { isSameAccount, type SignInRoom, type SignInText, type SigningAccount, signInRoomOf } from './signInRoom.js'

/** How long a text that was shown is the one that is signed, in milliseconds: its nonce may be over later. */
const freshMs = 120_000

/**
 * What an account is to sign: what it was shown, for as long as that is fresh. A text that is seen and too old gives way to the new one.
 *
 * @throws SignInDisabledError · InvalidSessionError and what the host's `siwx` throws
 */
export async function signInText(room: SignInRoom, account: SigningAccount): Promise<SignInText> {
  const now = room.kit.clock.now()
  const { text: former } = room
  if (former && isSameAccount(former.account, account) && now - former.madeAt < freshMs) return former
  const siwx = await room.siwx()
  if (!siwx) throw new SignInDisabledError()
  const { address, networkId } = account
  const request = await siwx.createMessage({ accountAddress: address, chainId: networkId })
  if (request.accountAddress !== address || request.chainId !== networkId)
    throw new InvalidSessionError({ fault: 'account' })
  const { toString: _, ...data } = request
  const expiresAt = data.expirationTime === undefined ? undefined : Date.parse(data.expirationTime)
  const text = { account, data, message: request.toString(), expiresAt, madeAt: now }
  room.text = text
  const state = room.state.get()
  if (state.status === 'signedOut' && state.text) room.moveOn({ text })
  return text
}

/**
 * Makes the text that the account is to sign, so that it can be read before: `signInState` has it then. The wallet isn't asked. That it can't be had is a
 * `notice` there.
 *
 * @throws never
 * @example await showSignInText(foyer)
 */
export async function showSignInText(foyer: Pick<Foyer, 'close'>): Promise<void> {
  const room = signInRoomOf(contextOf(foyer))
  const state = room.state.get()
  if (state.status !== 'signedOut') return
  const { account } = state
  try {
    const text = await signInText(room, account)
    if (room.isAbout(account)) room.moveOn({ text, notice: undefined })
  } catch (cause) {
    const error = ownError(cause)
    room.kit.report(error)
    if (room.isAbout(account)) room.moveOn({ notice: refusalOf(error).notice })
  }
}
