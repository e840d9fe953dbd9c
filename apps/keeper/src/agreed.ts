import { agreeOnWalletCall, signWord, type WalletWord } from '@foyer/custody/keeperWord'
import type { KeeperBase } from './base.js'
import { type Binding, seconds, times } from './ceremony.js'
import type { NotifyOutcome } from './notifyLogin.js'

type AskLogin = Pick<KeeperBase, 'clock' | 'secrets' | 'notifyLogin'>

/** States to the login server what it has of a wallet, or is to make so. @returns `done` where it agrees, `refused` where it doesn't, or takes no word of this keeper's */
export async function agreed(
  { clock, secrets, notifyLogin }: AskLogin,
  { person, wallet }: Pick<Binding, 'person' | 'wallet'>,
  is: WalletWord['is'],
): Promise<NotifyOutcome> {
  const word = { is, wallet, person, expiresAt: seconds(clock.now() + times.receiptMs) }
  return notifyLogin(agreeOnWalletCall, { receipt: await signWord('wallet', secrets.signing, word) })
}
