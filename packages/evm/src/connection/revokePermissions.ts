import type { AdapterHost, Eip1193Provider } from '@foyer/core'
import { ask } from './ask.js'
import { isUnsupported } from './isUnsupported.js'

/** How long a wallet may take to forget this site, in milliseconds. */
const revokeMs = 3000

/**
 * Asks the wallet to forget this site (EIP-2255, `wallet_revokePermissions`). Never prompts, and always ends: a wallet that
 * can't, or takes too long, leaves the visitor disconnected all the same. Of any other failure the host is told.
 */
export async function revokePermissions({
  provider,
  host: { clock, report },
}: {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'clock' | 'report'>
}): Promise<void> {
  try {
    await ask({
      provider,
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
      parse: () => true, // wallets answer null, an empty list or what they revoked
      expected: 'anything',
      expiry: { clock, ms: revokeMs },
    })
  } catch (error) {
    if (!isUnsupported(error)) report(error)
  }
}
