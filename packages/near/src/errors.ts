import { FoyerError, failure } from '@foyer/core/errors'

/** There is no such account: nothing was ever sent to the sender's, or no one has the recipient's name. The wallet saw nothing of it. */
export class NearAccountMissingError extends /* @__PURE__ */ failure('near_account_missing', {
  text: ({ whose }: { readonly whose: 'sender' | 'recipient' }) => `The network does not know the ${whose}’s account.`,
  notice: 'error.transactionFailed',
}) {}

/** The account's coins don't cover the amount, the fee and the deposit for what it stores; the wallet saw nothing of it. */
export class InsufficientNearError extends FoyerError {
  override readonly name = 'InsufficientNearError'
  readonly code = 'insufficient_near'

  constructor({ spendable, deposit }: { readonly spendable: bigint; readonly deposit: bigint }) {
    super('The account can not spend so much: what it stores keeps a deposit, and the fee comes on top.', {
      facts: { spendable: `${spendable}`, deposit: `${deposit}` },
      notice: 'error.transactionFailed',
    })
  }
}

/** The node is of another network than the one that is configured; the wallet saw nothing of it. */
export class NearNetworkError extends /* @__PURE__ */ failure('near_network', {
  text: ({ said }: { readonly said: string }) =>
    `The node is of another network (${said}) than the configured one: nothing is sent there.`,
  notice: 'error.notSupported',
}) {}

/** The key that the wallet says isn't one that may do all with the account: none at all, or one for a contract's methods alone. */
export class NoFullAccessKeyError extends /* @__PURE__ */ failure('no_full_access_key', {
  text: 'The wallet has no key that may send coins of the account (FullAccess).',
  notice: 'error.notSupported',
}) {}

/** A difference between what was agreed and what a wallet signed. `sent` where the wallet itself has sent it. */
export type NearFault = 'transaction' | 'sent'

/** A wallet signed another transaction than the one that was agreed, and nothing of it was sent; or it sent another itself. */
export class UnsafeNearTransactionError extends FoyerError {
  override readonly name = 'UnsafeNearTransactionError'
  readonly code = 'unsafe_near_transaction'
  readonly fault: NearFault

  constructor({ fault, hash }: { readonly fault: NearFault; readonly hash?: string | undefined }) {
    super(`What the wallet ${fault === 'sent' ? 'sent' : 'signed'} is not what was agreed.`, {
      facts: { fault, hash },
      notice: 'error.transactionFailed',
    })
    this.fault = fault
  }
}
