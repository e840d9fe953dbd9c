import { FoyerError, failure } from '@foyer/core/errors'

/** The account's coins don't cover the amount, the fee and what the network takes beside; the wallet saw nothing of it. */
export class InsufficientTezosError extends FoyerError {
  override readonly name = 'InsufficientTezosError'
  readonly code = 'insufficient_tezos'

  constructor({ spendable, costs }: { readonly spendable: bigint; readonly costs: bigint }) {
    super(
      'The account can not spend so much: the fee, and what its first operation or a new recipient costs, come on top.',
      {
        facts: { spendable: `${spendable}`, costs: `${costs}` },
        notice: 'error.transactionFailed',
      },
    )
  }
}

/** The node is of another network than the one that is configured; the wallet saw nothing of it. */
export class TezosNetworkError extends /* @__PURE__ */ failure('tezos_network', {
  text: ({ wanted, said }: { readonly wanted: string; readonly said: string }) =>
    `The node is of the network ${said}, not of ${wanted}: nothing is sent there.`,
  notice: 'error.notSupported',
}) {}

/** An account whose signatures the kit can't check: of BLS (`tz4…`), or a contract (`KT1…`). */
export class TezosAccountKindError extends /* @__PURE__ */ failure('tezos_account_kind', {
  text: ({ kind }: { readonly kind: string }) =>
    `The account is of the kind ${kind}. The kit takes accounts that begin with tz1, tz2 or tz3: it can't check what others sign.`,
  notice: 'error.notSupported',
}) {}

/** A transfer that the kit doesn't ask for: to a contract, whose work the visitor hasn't agreed to. */
export class TezosContractError extends /* @__PURE__ */ failure('tezos_contract', {
  text: 'The recipient is a contract. The kit sends coins to accounts only.',
  notice: 'error.notSupported',
}) {}
