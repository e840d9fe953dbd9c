import type { NotSponsored } from '@foyer/login/sponsorCalls'

/** Why a dapp's paymaster pays for nothing: what it was asked for went wrong, or its answer can't be used. */
export type PaymasterFault = Extract<NotSponsored, `paymaster_${string}`>

const sentences: Readonly<Record<PaymasterFault, string>> = {
  paymaster_address: 'its address isn’t one that is asked',
  paymaster_away: 'it can’t be reached, or takes too long',
  paymaster_answer: 'its answer isn’t what ERC-7677 says',
  paymaster_other: 'its answer is for another account, network or call',
  paymaster_changed: 'what it pays with isn’t what was estimated with',
  paymaster_refused: 'it refuses',
}

/** A dapp's paymaster doesn't pay. The message never holds its address, in which there may be a key. */
export class PaymasterError extends Error {
  override readonly name = 'PaymasterError'
  readonly code: PaymasterFault

  constructor({ code }: { code: PaymasterFault }) {
    super(`The paymaster doesn’t pay: ${sentences[code]}.`)
    this.code = code
  }
}
