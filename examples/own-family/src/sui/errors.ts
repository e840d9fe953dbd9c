import { failure } from '@foyer/core/errors'

/** An address that is none of Sui's: the wallet saw nothing of it. */
export class InvalidSuiAddressError extends /* @__PURE__ */ failure<'invalid_sui_address', { readonly field: 'to' }>(
  'invalid_sui_address',
  {
    text: 'The recipient is no address of Sui: 0x and up to 64 hexadecimal digits.',
  },
) {}

/** Something else than the coin, or an amount that no coin has: this example sends SUI alone. */
export class UnsupportedSuiTransferError extends /* @__PURE__ */ failure<
  'unsupported_sui_transfer',
  { readonly field: 'asset' | 'amount' }
>('unsupported_sui_transfer', {
  text: 'Only amounts of SUI from 1 MIST on are sent.',
  notice: 'error.notSupported',
}) {}

/** The wallet signed another transfer than the one that was agreed, and nothing of it was sent. */
export class UnsafeSuiTransactionError extends /* @__PURE__ */ failure('unsafe_sui_transaction', {
  text: 'What the wallet signed is not the transfer that was agreed.',
  notice: 'error.transactionFailed',
}) {}

/** A node refused what it was asked for, in its own words. */
export class SuiNodeError extends /* @__PURE__ */ failure('sui_node', {
  text: ({ said }: { readonly said: string }) => `The node of Sui says: ${said}`,
  notice: 'error.transactionFailed',
}) {}

/** What registered itself as a wallet of Sui lacks something. */
export class InvalidSuiWalletError extends /* @__PURE__ */ failure('invalid_sui_wallet', {
  text: ({ field }: { readonly field: 'name' | 'features' }) => `A wallet of Sui registered itself without ${field}.`,
}) {}
