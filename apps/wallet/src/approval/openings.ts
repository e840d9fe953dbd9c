import type { Output } from '@foyer/core/wire'
import { encodeBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { listDevicesCall } from '@foyer/login/ownPageCalls'
import type { AskingDevice } from '../servers/device.js'

/** A place where the wallet was opened. */
export type Opening = Pick<
  Output<(typeof listDevicesCall)['reply']>['devices'][number],
  'site' | 'browser' | 'firstSeen'
>

/**
 * Reads where else the wallet was opened since this device let its visitor in or last said it, the last first. A
 * browser that the keeper knows opens the wallet without a mail, so that this may be all that its owner reads of it.
 */
export async function openingsSince({ servers, session, store }: AskingDevice): Promise<readonly Opening[]> {
  const { devices } = await servers.signed(listDevicesCall, {}, { token: await session.token() })
  const { keys, wallet, openings } = store.get()
  const own = encodeBytes(await exportPublicKey(keys.publicKey))
  const here = devices.find(({ device }) => device === own)
  if (!here) return []
  const saidUntil = openings && openings.wallet === wallet?.wallet ? openings.saidUntil : 0
  const since = Math.max(here.firstSeen, saidUntil)
  return devices
    .filter(({ device, firstSeen }) => device !== own && firstSeen > since)
    .sort((one, other) => other.firstSeen - one.firstSeen)
}

/** The visitor has read of them: they aren't said again. */
export async function keepSaid({ store }: Pick<AskingDevice, 'store'>, [newest]: readonly Opening[]): Promise<void> {
  const { wallet } = store.get()
  if (wallet && newest) await store.set({ openings: { wallet: wallet.wallet, saidUntil: newest.firstSeen } })
}
