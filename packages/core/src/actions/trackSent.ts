import { knownTokens } from '../account/balances.js'
import type { FamilyActions, SentTransaction, Transfer } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import type { Network } from '../networks/network.js'
import type { ActivityType } from '../transactions/activityItem.js'
import type { TrackedCalls, TrackedSwap, TrackedTransfer } from '../transactions/trackedTransaction.js'
import { trayOf } from '../transactions/tray.js'

/** Puts what a wallet has just sent into the tray. What can't be followed, on a network that isn't configured, isn't kept. */
export function trackSent(
  context: FoyerContext,
  {
    wallet: { account, network },
    actions,
    sent: { hash },
    type,
    transfer,
    swap,
    calls,
  }: {
    readonly wallet: { readonly account: { readonly address: string }; readonly network?: Network | undefined }
    readonly actions: FamilyActions
    readonly sent: SentTransaction
    readonly type: ActivityType
    readonly transfer?: Transfer | undefined
    readonly swap?: TrackedSwap | undefined
    readonly calls?: TrackedCalls | undefined
  },
): void {
  if (!network || !actions.waitForTransaction) return
  const { address } = account
  trayOf(context).add({
    hash,
    networkId: network.caipNetworkId,
    address,
    type,
    transfer: transfer && describedTransfer({ context, transfer, network, address, actions }),
    swap,
    calls,
    sentAt: context.clock.now(),
    status: 'pending',
    replacements: [],
  })
}

/** A token's symbol and decimals are those that the account's list had when it was sent. */
function describedTransfer({
  context,
  transfer,
  network,
  address,
  actions: { isSameAddress = (one, other) => one === other },
}: {
  readonly context: FoyerContext
  readonly transfer: Transfer
  readonly network: Network
  readonly address: string
  readonly actions: FamilyActions
}): TrackedTransfer {
  const { to, asset, amount } = transfer
  if (asset.type === 'coin') {
    const { symbol, decimals } = network.nativeCurrency
    return { to, asset, amount, symbol, decimals }
  }
  if (asset.type === 'nft') return { to, asset, amount }
  const token = knownTokens(context, { address, network })?.find(
    (each) => each.address !== undefined && isSameAddress(each.address, asset.address),
  )
  return { to, asset, amount, symbol: token?.symbol || undefined, decimals: token?.decimals }
}
