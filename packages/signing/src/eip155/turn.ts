import type { WalletNetwork } from '@foyer/core/words'
import type { Address } from 'viem'
import { readMined, readNext, readPendingCode } from '../contracts/nodeReads.js'
import { delegateIn } from '../delegate.js'
import type { FamilyHost, PreparedRequest } from '../family.js'
import { words } from '../sentences.js'
import { minedOf } from './chain.js'

/** How often an account's last transaction is looked for, and how long at most, in milliseconds. */
const lookEveryMs = 500
const waitedMs = 600_000

/** A transaction by its number. */
interface Numbered {
  readonly network: WalletNetwork
  readonly from: Address
  readonly nonce: number
}

/**
 * Whether a transaction has to wait: nodes keep one of an account with a contract's code, and refuse those after it; and one that gives an account its code they refuse while
 * several others of it are pending. One that takes another's place never waits.
 */
export async function hasToWait({
  network,
  from,
  nonce,
  isSwitching = false,
}: Numbered & { readonly isSwitching?: boolean | undefined }): Promise<boolean> {
  const [code, mined] = await Promise.all([readPendingCode(network, from), readMined(network, from)])
  const isAlone = isSwitching || (code !== undefined && delegateIn(code) !== undefined)
  return isAlone && mined !== undefined && BigInt(nonce) > mined
}

/** Waits until all of an account's earlier transactions are in blocks. @throws where the application waits no longer, or they aren't after ten minutes */
export async function untilItsTurn({
  network,
  from,
  nonce,
  signal,
}: Numbered & Pick<FamilyHost, 'signal'>): Promise<void> {
  const until = Date.now() + waitedMs
  for (;;) {
    if (signal?.aborted) throw new Error('The request was taken back before it was sent.')
    if ((await minedOf({ network, address: from })) >= nonce) return
    if (Date.now() > until)
      throw new Error('An earlier transaction of the account is still pending: this one wasn’t sent.')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** Whether something else of the account's was sent since a transaction was numbered. A node that doesn't say refuses it by itself. */
export async function isOvertaken({ network, from, nonce }: Numbered): Promise<boolean> {
  const next = await readNext(network, from)
  return next !== undefined && next !== BigInt(nonce)
}

/** A request that is shown again, as something else was sent meanwhile. */
export const askedAgain = (prepared: PreparedRequest): PreparedRequest =>
  prepared.kind === 'ask'
    ? {
        ...prepared,
        shown: { ...prepared.shown, warnings: [words('request.warn.sentMeanwhile'), ...prepared.shown.warnings] },
      }
    : prepared
