import { isRunning } from '../attempt/attempt.js'
import type { NetworkId } from '../chain/ids.js'
import { connectionOf } from '../connection/connection.js'
import type { SignInSeam } from '../connection/machine.js'
import type { FoyerContext } from '../context.js'
import { SignInDisabledError } from '../errors/config.js'
import type { SignedText, Siwx, SiwxMessage } from '../siwx/siwx.js'
import { canVerify, signInRoomOf, tellTabs, verifySigned } from './signInRoom.js'

/** What a wallet is to sign while it connects: of an account that isn't known yet. @throws SignInDisabledError · what the host's code throws */
export async function messageToSign(
  kit: FoyerContext,
  { networkId }: { readonly networkId: NetworkId },
): Promise<SiwxMessage> {
  return (await siwxOf(kit)).createMessage({ accountAddress: '', chainId: networkId })
}

/**
 * Whether what a wallet signed while it connected holds. A family that can't verify leaves it to the session store, which verifies each; the
 * visitor is shown that it goes on [S8.14].
 */
export async function verifyWhileConnecting(kit: FoyerContext, signed: SignedText): Promise<boolean> {
  kit.update(({ view, connection }) =>
    // A wallet that answers once the visitor has left says nothing any more.
    view.open && isRunning(connection.attempts.connect)
      ? { snackbar: { variant: 'loading', message: 'connect.authenticating' } }
      : {},
  )
  return (await canVerify(kit, signed.networkId)) ? verifySigned(kit, signed) : true
}

/** Keeps what a wallet signed while it connected; where that can't be, there is no connection either (X10). */
export async function keepSessions(
  kit: FoyerContext,
  { live, sessions, ended }: Parameters<SignInSeam['keep']>[0],
): Promise<void> {
  try {
    ended.throwIfAborted()
    const siwx = await siwxOf(kit)
    await siwx.setSessions(sessions)
    // Cancelled while it was stored: no account is connected that would be signed in.
    if (ended.aborted) await siwx.setSessions([])
    else tellTabs(kit, 'in')
  } catch (error) {
    live.disconnect().catch(kit.report)
    throw error
  }
}

/** Signs the accounts out whose connection ends: all sessions, or theirs alone where others stay connected. */
export async function leaveSessions(
  kit: FoyerContext,
  { families, isAll }: Parameters<SignInSeam['leave']>[0],
): Promise<void> {
  const room = signInRoomOf(kit)
  const { connection, networks } = kit.store.getState()
  const left = networks.flatMap(({ chainNamespace, caipNetworkId }) => {
    const address = connectionOf(connection, chainNamespace)?.addresses[chainNamespace]
    return families.has(chainNamespace) && address !== undefined ? [{ networkId: caipNetworkId, address }] : []
  })
  const leave = async () => {
    const siwx = await room.siwx()
    if (isAll) await siwx?.setSessions([])
    else await Promise.all(left.map(({ networkId, address }) => siwx?.revokeSession(networkId, address)))
    tellTabs(kit, 'out')
  }
  const leaving = leave()
  // Who connects again meanwhile isn't taken for signed in.
  room.leaving = leaving.catch(() => undefined)
  await leaving
}

async function siwxOf(kit: FoyerContext): Promise<Siwx> {
  const siwx = await signInRoomOf(kit).siwx()
  if (!siwx) throw new SignInDisabledError()
  return siwx
}
