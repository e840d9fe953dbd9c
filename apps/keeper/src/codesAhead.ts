import { sendCodeCall, signWord } from '@foyer/custody/keeperWord'
import type { KeeperBase } from './base.js'
import { type Ceremony, holdOf, seconds } from './ceremony.js'
import { bindingToCome } from './links.js'

type CodeSender = Pick<KeeperBase, 'orm' | 'clock' | 'holdMs' | 'secrets' | 'notifyLogin'>

/**
 * Has the login server's code lie in the mailbox beside the keeper's own mail, once that has gone out. Where a wait follows, or nothing that the keeper has opens the
 * wallet, the code would be over before it is of use. Where the login server is away, it sends its code as the device asks for it.
 */
export async function sendCodeAhead(base: CodeSender, ceremony: Ceremony): Promise<void> {
  if (ceremony.owes !== 'confirm') return
  const { id, person, device, site, browser, language, expiresAt } = ceremony
  const binding = await bindingToCome(base, ceremony)
  const isOpened = binding === null || binding.sealed !== null
  if (!isOpened || (binding !== null && holdOf({ ...base, binding, now: base.clock.now() }) > 0)) return
  const word = { person, device, ceremony: id, site, browser, language, expiresAt: seconds(expiresAt) }
  await base.notifyLogin(sendCodeCall, { receipt: await signWord('code', base.secrets.signing, word) })
}
